// Passkeys: hands the form of the page to allauth's script, and says it when that fails.
(() => {
  const form = document.querySelector("form[data-passkey]");
  if (!form) return;
  const troubles = form.querySelectorAll("[data-trouble]");
  const say = (kind) => {
    for (const trouble of troubles) trouble.hidden = trouble.dataset.trouble !== kind;
  };
  const kinds = { NotAllowedError: "cancelled", AbortError: "cancelled", InvalidStateError: "known" };

  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    say(kinds[event.detail.exception?.name] ?? "failed");
  });
  const button = document.getElementById("passkey-button");
  button.addEventListener("click", () => say(""), { capture: true });

  const ids = {
    add: button.id,
    authenticate: button.id,
    login: button.id,
    credential: form.querySelector("input[name=credential]").id,
    data: "passkey-data",
    passwordless: form.querySelector("input[name=passwordless]")?.id,
  };
  window.allauth.webauthn.forms[`${form.dataset.passkey}Form`]({ ids });
})();
