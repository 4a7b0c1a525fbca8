// The pages of teams: fills in an invitation from the address, and submits folders. Without this script, archives can
// still be submitted.
const invitation = document.getElementById("invitation");
if (invitation && location.hash.length > 1) {
  invitation.value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname); // removes the invitation, so that the address can be shared
}

const folder = document.getElementById("folder");
const files = document.getElementById("files");
const sending = document.getElementById("sending");

// send submits parts: pairs of a name and a file.
async function send(parts) {
  const form = new FormData();
  let bytes = 0;
  for (const [name, file] of parts) {
    form.append(name, file);
    bytes += file.size;
  }
  sending.textContent = `Sending ${parts.length === 1 ? "1 file" : `${parts.length} files`}, ${Math.ceil(bytes / 1024)} kB…`;
  try {
    const answer = await fetch(document.getElementById("upload").action, { method: "POST", body: form });
    if (answer.ok && answer.redirected) {
      location.assign(answer.url);
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    sending.textContent =
      page.querySelector("main .card p, .card p")?.textContent ?? `The server answered ${answer.status}.`;
  } catch {
    sending.textContent = "The upload was cut: try again.";
  }
}

const ignored = /(^|\/)(\.git|\.hg|\.svn|__MACOSX|__pycache__|\.venv|venv|\.DS_Store)(\/|$)/;

// inFolder makes the parts of files with paths.
function inFolder(list) {
  return list.filter(([path]) => !ignored.test(path)).map(([path, file]) => ["file:" + path, file]);
}

// below lists the files below a dropped entry.
async function below(entry, path = entry.name) {
  if (entry.isFile) return [[path, await new Promise((resolve, reject) => entry.file(resolve, reject))]];
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const e of some) {
      if (!ignored.test(e.name)) found.push(...(await below(e, path + "/" + e.name)));
    }
  }
}

async function dropped(items) {
  const entries = [...items].map((i) => i.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 1 && entries[0].isFile) {
    const [[, file]] = await below(entries[0]);
    return [["archive", file]];
  }
  const lists = await Promise.all(entries.map((e) => below(e)));
  return inFolder(lists.flat());
}

if (folder) {
  folder.hidden = false;
  folder.addEventListener("submit", (e) => {
    e.preventDefault();
    const parts = inFolder([...files.files].map((f) => [f.webkitRelativePath || f.name, f]));
    if (parts.length > 0) send(parts);
    else sending.textContent = "Choose the folder of your bot first.";
  });
  document.addEventListener("dragover", (e) => e.preventDefault());
  document.addEventListener("drop", async (e) => {
    e.preventDefault();
    const parts = await dropped(e.dataTransfer.items);
    if (parts.length > 0) send(parts);
  });
}

// The list of submissions follows those that are under way. When one of them is done, the page shows it anew, unless
// somebody is about to send something.
const list = () => [...document.querySelectorAll("tr[data-open]")];

async function follow() {
  let done = false;
  try {
    const answer = await fetch("api/submissions", { headers: { Accept: "application/json" } });
    if (!answer.ok) return answer.status === 429;
    const { submissions } = await answer.json();
    for (const row of list()) {
      const report = submissions.find((r) => r.id === row.dataset.submission);
      if (!report) continue;
      const [, state, why] = row.cells;
      state.textContent = report.state;
      why.children[0].textContent = report.why ?? "";
      why.children[1].textContent = report.place?.line ?? "";
      if (report.state !== "waiting" && report.state !== "running") {
        delete row.dataset.open;
        state.className = report.state === "accepted" ? "ok" : report.state === "replaced" ? "soft" : "bad";
        done = true;
      }
    }
  } catch {
    return true; // the server is away for a while
  }
  const busy = sending?.textContent || files?.value || document.getElementById("archive")?.value;
  if (done && !busy) location.reload();
  return list().length > 0;
}

async function followAll() {
  while (list().length > 0) {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    if (!document.hidden && !(await follow())) return;
  }
}
followAll();
