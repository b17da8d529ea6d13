// Tells the forms that begin an account, or a guest's stay, the browser's time zone.
for (const field of document.querySelectorAll("input[name=time_zone]")) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
}
