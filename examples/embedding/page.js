const NAMES = ["document", "submitted", "session-ended", "problem"];
const events = document.querySelector(".events");

/** The program's own server has the person's token. The page keeps it only in this function. */
async function token() {
  const answer = await fetch("/token");
  if (!answer.ok) throw new Error(`no token: ${answer.status}`);
  return answer.text();
}

function tell({ type, target, detail }) {
  const line = document.createElement("li");
  line.textContent = `${target.id}: ${type} ${JSON.stringify(detail)}`;
  events.append(line);
}

for (const form of document.querySelectorAll("valence-form")) {
  for (const name of NAMES) form.addEventListener(`valence-${name}`, tell);
  form.token = token;
}
