const BODY = /<body[^>]*>(.*)<\/body>/s;

/** A mail as a client shows it, as the main part of a page. */
export function shown(mail: string): string {
  return mail.replace(BODY, (body, content: string) => body.replace(content, () => `<main>${content}</main>`));
}

/** The same in a strict web client: without the mail's head, style sheets, classes and comments. */
export function withoutStyleSheets(mail: string): string {
  const bare = BODY.exec(mail)![1]!
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/ class="[^"]*"/g, '');
  return `<!doctype html><html lang="en"><head><title>Inbox</title><meta name="viewport" content="width=device-width"></head>
    <body style="margin:0;background:#fff"><main>${bare}</main></body></html>`;
}
