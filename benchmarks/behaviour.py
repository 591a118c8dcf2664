"""Pass rates of the behaviour tests, by family (see tests/behaviour/).

python benchmarks/behaviour.py
"""

import importlib.util
from pathlib import Path

from common import machine, table


def main() -> None:
    path = Path(__file__).parent.parent / "tests" / "behaviour" / "test_behaviour.py"
    spec = importlib.util.spec_from_file_location("behaviour", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    print(machine())
    print(table(["family", "pass rate"], [[name, f"{100 * rate:.0f} %"] for name, rate in module.pass_rates().items()]))


if __name__ == "__main__":
    main()
