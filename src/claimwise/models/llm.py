"""Any language model behind an OpenAI-compatible address: llama.cpp, vLLM, Ollama, a commercial service.

    POST BASE/chat/completions  {"model": …, "messages": […], "temperature": 0, …}

The address and the model come from flags, or from CLAIMWISE_LLM_URL and CLAIMWISE_LLM_MODEL; the key only from
CLAIMWISE_LLM_KEY, for a command line can be read by others. A request has a time limit, a failure that may pass is
tried again a few times, and an answer that does not have the form that was asked for is asked for again as often, then
an AnswerError. Nothing is guessed from an answer that does not parse.
"""

import http.client
import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import SplitResult, urlsplit

from claimwise.errors import AnswerError, ConfigError

URL, KEY, MODEL = "CLAIMWISE_LLM_URL", "CLAIMWISE_LLM_KEY", "CLAIMWISE_LLM_MODEL"
_PASSING = frozenset({408, 409, 429, 500, 502, 503, 504})
_LARGEST = 4_000_000

Parsed = TypeVar("Parsed")


class ModelUnreachableError(AnswerError):
    """The address does not answer; asking again in other words would not help."""


@dataclass(frozen=True, slots=True)
class ChatModel:
    """A model at an address; constructing it asks nothing."""

    url: str
    model: str
    key: str = ""
    seconds: float = 60.0
    tries: int = 3
    wait: float = 1.0
    """Seconds before the second try; doubled for each further one."""

    @classmethod
    def configured(
        cls,
        url: str = "",
        model: str = "",
        *,
        seconds: float = 60.0,
        tries: int = 3,
        environment: Mapping[str, str] | None = None,
    ) -> "ChatModel":
        """Return the model that is named, or else that of the environment; a key comes from the environment alone."""
        found = os.environ if environment is None else environment
        url, model = url or found.get(URL, ""), model or found.get(MODEL, "")
        if not url or not model:
            raise ConfigError(
                f"a language model needs an address, such as http://localhost:8080/v1, by --llm-url or {URL}, and a "
                f"name, by --llm-model or {MODEL}; {KEY} where it has a key"
            )
        _split(url)
        key = found.get(KEY, "").strip()
        if not (key.isascii() and key.isprintable()):
            raise ConfigError(f"{KEY} holds characters that no key has; set it again")
        return cls(url, model, key, seconds, tries)

    def ask(self, system: str, user: str, parse: Callable[[str], Parsed], *, most_tokens: int = 512) -> Parsed:
        """Return the answer as `parse` reads it; `parse` raises AnswerError for what has not the form asked for."""
        messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
        problem: AnswerError | None = None
        for turn in range(self.tries):
            body = {
                "model": self.model,
                "messages": messages,
                "temperature": 0 if turn == 0 else 0.3,
                "max_tokens": most_tokens,
                "seed": turn,
            }
            try:
                return parse(self._complete(body))
            except ModelUnreachableError:
                raise
            except AnswerError as error:
                problem = error
        raise AnswerError(f"{self.model} gave no usable answer in {self.tries} tries: {problem}") from problem

    def _complete(self, body: Mapping[str, Any]) -> str:
        """Return the text of one completion, trying again after failures that may pass."""
        reason = f"{self.url} was not asked"
        for turn in range(self.tries):
            if turn:
                time.sleep(self.wait * 2 ** (turn - 1))
            try:
                status, raw = self._post(json.dumps(body).encode())
            except (OSError, http.client.HTTPException) as error:
                reason = f"{self.url} does not answer: {type(error).__name__}: {error}"
                continue
            if status == 200:
                return _content(raw)
            reason = f"{self.url} answered with status {status}: {raw[:200].decode('utf-8', 'replace')}"
            if status not in _PASSING:
                break
        raise ModelUnreachableError(reason)

    def _post(self, body: bytes) -> tuple[int, bytes]:
        parts, port = _split(self.url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", port, timeout=self.seconds)
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        try:
            query = f"?{parts.query}" if parts.query else ""
            connection.request("POST", f"{parts.path.rstrip('/')}/chat/completions{query}", body, headers)
            response = connection.getresponse()
            return response.status, response.read(_LARGEST)
        finally:
            connection.close()


def _split(url: str) -> tuple[SplitResult, int | None]:
    """Return the parts of an address, and its port."""
    wrong = ConfigError(f"{url!r} is not the address of a language model; write it as http://host:port/v1")
    try:
        parts = urlsplit(url)
        port = parts.port
        (parts.hostname or "").encode("idna")
        f"{parts.path}?{parts.query}".encode("ascii")
    except ValueError:  # and UnicodeError
        raise wrong from None
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise wrong
    return parts, port


def json_list(text: str) -> list[str]:
    """Read an answer that must be a JSON list of texts, fenced or not; anything beside it is refused."""
    try:
        value = json.loads(unfenced(text))
    except (ValueError, RecursionError) as error:
        raise AnswerError(f"the answer is not JSON ({error}): {text[:120]!r}") from None
    if not isinstance(value, list) or not value or not all(isinstance(one, str) and one.strip() for one in value):
        raise AnswerError(f"the answer is not a list of texts: {text[:120]!r}")
    return [" ".join(one.split()) for one in value]


def unfenced(text: str) -> str:
    """Return an answer without the fence of a block of code around it."""
    plain = text.strip()
    if plain.startswith("```"):
        plain = plain.removeprefix("```json").removeprefix("```").removesuffix("```").strip()
    return plain


def _content(raw: bytes) -> str:
    try:
        content = json.loads(raw)["choices"][0]["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
        raise AnswerError(f"the response has no message ({type(error).__name__})") from None
    if not isinstance(content, str) or not content.strip():
        raise AnswerError("the message is empty")
    return content
