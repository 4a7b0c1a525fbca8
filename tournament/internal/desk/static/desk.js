// Fills in the secret of a one-time address, which browsers do not send. Without this script it can be pasted.
const key = document.getElementById("key");
if (key && location.hash.length > 1) {
  key.value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname); // so that the address can be shared
}
