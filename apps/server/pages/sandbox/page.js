// The page asks the API as any caller would, and says who it is so that it does not fill its own list.
const shownRequests = 100;
const refreshEveryMs = 1_000;

const byId = (id) => document.getElementById(id);
const requests = new Map();
let isRefreshing = false;
let mustRefreshAgain = false;
let refreshTimer;

async function ask(path, options = {}) {
  const response = await fetch(path, { ...options, headers: { "x-mintwright-page": "1" } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

function make(tag, { className = "", text = "", title = "" } = {}, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  if (title) element.title = title;
  element.append(...children);
  return element;
}

function toneOf(status, isOpen) {
  if (isOpen) return "is-busy";
  if (status === null || status >= 500) return "is-bad";
  return status >= 400 ? "is-warn" : "is-good";
}

function plural(amount, word) {
  return `${amount} ${word}${amount === 1 ? "" : "s"}`;
}

async function copy(button, text) {
  const before = button.textContent;
  await navigator.clipboard.writeText(text);
  button.textContent = "Copied";
  setTimeout(() => {
    button.textContent = before;
  }, 1_200);
}

function describeRequest(request) {
  const { method, path, status, isOpen, elapsedInMs, creditsCharged, note, requestId } = request;
  const word = isOpen ? "···" : (status ?? "cut");
  const faults = note
    .split("; ")
    .filter((part) => part && part !== "sandbox" && !part.startsWith("latency="));
  const line = make(
    "li",
    { title: `request id ${requestId}` },
    make("span", { className: `status ${toneOf(status, isOpen)}`, text: String(word) }),
    make("span", { className: "path" }, make("b", { text: `${method} ` }), path),
    make("span", { className: "time", text: isOpen ? "" : `${elapsedInMs} ms` }),
  );
  const price = creditsCharged ? plural(creditsCharged, "credit") : "";
  line.append(make("span", { className: "price", text: price }));
  if (faults.length > 0) line.append(make("span", { className: "note", text: faults.join(", ") }));
  return line;
}

function showRequests() {
  const newest = [...requests.values()]
    .sort((one, other) => other.number - one.number)
    .slice(0, shownRequests);
  byId("requests").replaceChildren(...newest.map(describeRequest));
  byId("no-requests").hidden = newest.length > 0;
}

async function describeJob({ collectionId, status, amount, made, failed }) {
  const { data } = await ask(`/nft/collections/${collectionId}/tokens?limit=24`);
  const images = data.tokens.map(({ number, image, thumbnail, state }) => {
    if (!image)
      return make("span", {
        className: state === "failed" ? "is-missing" : "",
        title: `image ${number}: ${state}`,
      });
    const link = make("a", { title: `image ${number}` });
    link.href = `${new URL(image, location.href).pathname}?page`;
    const preview = make("img");
    preview.src = `${new URL(thumbnail ?? image, location.href).pathname}?page`;
    preview.alt = `image ${number}`;
    preview.loading = "lazy";
    link.append(preview);
    return link;
  });
  const id = make("button", { className: "id", text: collectionId.slice(0, 8), title: "copy the whole id" });
  id.addEventListener("click", () => copy(id, collectionId));
  const tone = { completed: "is-good", failed: "is-bad", cancelled: "is-warn" }[status] ?? "is-busy";
  const missing = failed > 0 ? `, ${failed} failed` : "";
  return make(
    "li",
    {},
    make(
      "div",
      { className: "row" },
      id,
      make("span", { className: tone, text: status }),
      make("span", { className: "detail", text: `${made} of ${amount}${missing}` }),
    ),
    make("div", { className: "images" }, ...images),
  );
}

function describeDelivery({ type, url, state, attempts, nextAttemptAt }) {
  const tone = { delivered: "is-good", failed: "is-bad", stopped: "is-warn" }[state] ?? "is-busy";
  const last = attempts[0];
  const outcome = last ? (last.error?.replace(/\.$/, "") ?? `answered ${last.status}`) : "not tried yet";
  const next = nextAttemptAt ? `, next ${new Date(nextAttemptAt).toLocaleString()}` : "";
  return make(
    "li",
    {},
    make(
      "div",
      { className: "row" },
      make("code", { text: type }),
      make("span", { className: tone, text: state }),
    ),
    make("div", { className: "detail", text: url }),
    make("div", { className: "detail", text: `${plural(attempts.length, "attempt")}: ${outcome}${next}` }),
  );
}

async function refresh() {
  const [credits, clock, faults, jobs, webhooks] = await Promise.all([
    ask("/credits/balance"),
    ask("/sandbox/clock"),
    ask("/sandbox/faults"),
    ask("/nft/collections?limit=6"),
    ask("/webhooks/deliveries?limit=6"),
  ]);
  const { balance, spent, held } = credits.data;
  byId("balance").textContent = balance.toLocaleString("en", { minimumFractionDigits: 2 });
  byId("spent").textContent = spent.toLocaleString("en", { minimumFractionDigits: 2 });
  byId("held").textContent = held.toLocaleString("en", { minimumFractionDigits: 2 });
  const { now, aheadInSeconds } = clock.data;
  byId("clock").textContent = aheadInSeconds > 0 ? new Date(now).toLocaleString() : "real time";
  byId("clock").className = aheadInSeconds > 0 ? "is-busy" : "";
  const waiting = faults.data.faults.map(({ fault, times }) => `${fault.kind} × ${times}`);
  byId("faults").textContent = waiting.join(", ") || "none";
  byId("faults").className = waiting.length > 0 ? "is-warn" : "";
  const { collections } = jobs.data;
  byId("jobs").replaceChildren(...(await Promise.all(collections.map(describeJob))));
  byId("no-jobs").hidden = collections.length > 0;
  byId("webhooks").replaceChildren(...webhooks.data.deliveries.map(describeDelivery));
  byId("no-webhooks").hidden = webhooks.data.deliveries.length > 0;
  const isBusy =
    collections.some(({ status }) => status === "queued" || status === "processing") ||
    webhooks.data.deliveries.some(({ state }) => state === "pending");
  clearTimeout(refreshTimer);
  if (isBusy) refreshTimer = setTimeout(refreshSoon, refreshEveryMs);
}

async function refreshSoon() {
  if (isRefreshing) {
    mustRefreshAgain = true;
    return;
  }
  isRefreshing = true;
  try {
    await refresh();
  } catch {
    byId("connection").textContent = "not answering";
    byId("connection").className = "state is-bad";
  }
  isRefreshing = false;
  if (mustRefreshAgain) {
    mustRefreshAgain = false;
    void refreshSoon();
  }
}

async function loadRequests() {
  const { data } = await ask("/sandbox/requests");
  requests.clear();
  for (const request of data.requests) requests.set(request.number, request);
  showRequests();
}

function watch() {
  const events = new EventSource("/sandbox/events");
  events.addEventListener("open", () => {
    byId("connection").textContent = "live";
    byId("connection").className = "state is-live";
    void loadRequests().then(refreshSoon);
  });
  events.addEventListener("error", () => {
    byId("connection").textContent = "not answering";
    byId("connection").className = "state is-bad";
  });
  events.addEventListener("request", ({ data }) => {
    const request = JSON.parse(data);
    requests.set(request.number, request);
    showRequests();
    if (!request.isOpen) void refreshSoon();
  });
  events.addEventListener("reset", () => void loadRequests().then(refreshSoon));
}

const command = `curl ${location.origin}/chat \\\n  -H 'content-type: application/json' \\\n  -d '{"question":"What is gas?"}'`;
byId("first-command").textContent = command;
byId("copy-command").addEventListener("click", ({ currentTarget }) => copy(currentTarget, command));
byId("reset").addEventListener("click", () => void ask("/sandbox/reset", { method: "POST" }));
watch();
