// What is better with JavaScript; every page works without it.
"use strict";

const one = (selector, within = document) => within.querySelector(selector);

// The claim box: progress while the claim is checked, read from server-sent events.
function watchCheck(form) {
  const box = one("textarea", form);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  document.querySelectorAll("[data-example]").forEach((link) =>
    link.addEventListener("click", (event) => {
      event.preventDefault();
      box.value = link.textContent;
      form.requestSubmit();
    }),
  );
  form.addEventListener("submit", (event) => {
    if (!window.ReadableStream) return;
    event.preventDefault();
    check(form, event.submitter).catch(() => fail(form, { title: "No answer", detail: "the server could not be reached; is it running?" }));
  });
}

// Coming back to the page with the browser's own button finds it ready again.
window.addEventListener("pageshow", ({ persisted }) => {
  const form = one("[data-check]");
  if (!persisted || !form) return;
  busy(form, false);
  one("#progress").hidden = true;
  one("#examples")?.removeAttribute("hidden");
});

function request(form, submitter) {
  const data = new FormData(form);
  if (submitter?.name) data.set(submitter.name, submitter.value);
  const filled = (name) => (data.get(name) || "").trim();
  const body = { claim: data.get("claim") };
  for (const name of ["index", "recipe", "as_of"]) if (filled(name)) body[name] = filled(name);
  if (filled("k")) body.k = Number(filled("k"));
  if (filled("source")) body.sources = [filled("source")];
  for (const name of ["allow_undated", "as_is"]) if (data.get(name)) body[name] = true;
  return body;
}

async function check(form, submitter) {
  const body = JSON.stringify(request(form, submitter));
  busy(form, true);
  const stages = showProgress();
  const answer = await fetch("/api/check/stream", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });
  if (!answer.ok) return fail(form, await answer.json());
  for await (const { kind, data } of events(answer.body)) {
    if (kind === "stage") stages.begin(data.stage);
    if (kind === "problem") return fail(form, data);
    if (kind === "verdict") {
      stages.end();
      location.assign(`/verdicts/${encodeURIComponent(data.id)}`);
      return undefined;
    }
  }
  throw new Error("the stream ended early");
}

async function* events(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const fields = Object.fromEntries(part.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
      yield { kind: fields.event, data: JSON.parse(fields.data) };
    }
  }
}

function showProgress() {
  const panel = one("#progress");
  const list = one("#stages");
  list.replaceChildren();
  panel.hidden = false;
  one("#failure")?.remove();
  one("#examples")?.setAttribute("hidden", "");
  let since = performance.now();
  const end = () => {
    const last = one("li.now", list);
    if (!last) return;
    last.classList.remove("now");
    const spent = document.createElement("span");
    spent.textContent = `${((performance.now() - since) / 1000).toFixed(1)} s`;
    last.append(spent);
  };
  const begin = (stage) => {
    end();
    since = performance.now();
    const item = document.createElement("li");
    item.className = "now";
    item.textContent = stage.charAt(0).toUpperCase() + stage.slice(1);
    list.append(item);
  };
  begin("asking the server");
  return { begin, end };
}

function fail(form, problem) {
  busy(form, false);
  one("#progress").hidden = true;
  one("#examples")?.removeAttribute("hidden");
  one("#failure")?.remove();
  const told = document.createElement("div");
  told.className = "failure";
  told.id = "failure";
  told.setAttribute("role", "alert");
  const title = document.createElement("strong");
  title.textContent = `${problem.title}. `;
  const detail = problem.detail.charAt(0).toUpperCase() + problem.detail.slice(1);
  told.append(title, /[.!?”"]$/.test(detail) ? detail : `${detail}.`);
  if (problem.type?.endsWith(":not-a-claim")) {
    const anyway = document.createElement("button");
    Object.assign(anyway, { type: "submit", name: "as_is", value: "true", textContent: "Check it anyway" });
    const line = document.createElement("p");
    line.append(anyway);
    told.append(line);
  }
  form.prepend(told);
  const box = one("textarea", form);
  box.setAttribute("aria-describedby", "failure");
  box.focus();
}

function busy(form, state) {
  one("button.main", form).disabled = state;
  form.setAttribute("aria-busy", String(state));
}

// Forms that take a while say so.
function watchWait(form) {
  form.addEventListener("submit", () => {
    const button = one("button.main", form);
    button.textContent = `${form.dataset.wait} …`;
    setTimeout(() => { button.disabled = true; });
  });
}

// Uploads show how much has been sent.
function watchUpload(form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [line, button] = [one(".sending", form), one("button.main", form)];
    const sending = new XMLHttpRequest();
    sending.open("POST", form.action);
    sending.upload.addEventListener("progress", ({ loaded, total }) => {
      one("progress", line).value = (100 * loaded) / total;
      one("span", line).textContent = `${Math.round((100 * loaded) / total)} % sent`;
    });
    sending.addEventListener("load", () => {
      const page = new DOMParser().parseFromString(sending.responseText, "text/html");
      if (sending.status < 400) return location.assign(sending.responseURL);
      const told = one(".failure", page);
      [line.hidden, button.disabled] = [true, false];
      one(".failure", form)?.remove();
      if (told) form.prepend(document.adoptNode(told));
      else one("span", line).textContent = "it was refused";
      return undefined;
    });
    sending.addEventListener("error", () => {
      [line.hidden, button.disabled] = [false, false];
      one("span", line).textContent = "the connection broke; send it again, nothing is done twice";
    });
    [line.hidden, button.disabled] = [false, true];
    sending.send(new FormData(form));
  });
}

// Pages that show work in progress renew the part that changes until it is done.
async function renew() {
  const live = one("#live[data-live]");
  if (!live) return;
  try {
    const answer = await fetch(location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = one("#live", page);
    if (answer.ok && fresh && fresh.outerHTML !== live.outerHTML && !live.contains(document.activeElement)) {
      live.replaceWith(document.adoptNode(fresh));
    }
  } catch {
    // the server may be starting anew: try again
  }
  setTimeout(renew, 1000);
}

// Exactly two can be compared.
function watchTwo(form) {
  form.addEventListener("change", () => {
    const chosen = form.querySelectorAll("input:checked").length;
    form.querySelectorAll("input[type=checkbox]:not(:checked)").forEach((box) => { box.disabled = chosen >= 2; });
  });
}

function watchCopy(link) {
  link.addEventListener("click", async (event) => {
    if (!navigator.clipboard) return;
    event.preventDefault();
    await navigator.clipboard.writeText(link.href);
    link.textContent = "Link copied";
  });
}

for (const [selector, watch] of [
  ["[data-check]", watchCheck], ["[data-wait]", watchWait], ["[data-upload]", watchUpload],
  ["[data-two]", watchTwo], ["[data-copy]", watchCopy],
]) document.querySelectorAll(selector).forEach(watch);
setTimeout(renew, 1000);
