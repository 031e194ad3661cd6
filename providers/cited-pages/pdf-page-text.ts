/** Bounds of what is read of one PDF. */
const MAX_PAGES = 500;
const MAX_CHARACTERS = 4_000_000;

/**
 * Text of a PDF, page by page. Runs no script of the document and loads none of its fonts.
 *
 * @throws Error if it cannot be read: damaged, or locked by a password
 */
export async function pdfPageText(body: Uint8Array): Promise<string> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    data: body,
    verbosity: 0,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
  });
  try {
    const pdf = await task.promise;
    const parts: string[] = [];
    let characters = 0;
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES) && characters < MAX_CHARACTERS; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      for (const item of items) {
        if (!('str' in item)) continue;
        const text = item.str + (item.hasEOL ? '\n' : '');
        characters += text.length;
        parts.push(text);
      }
      parts.push('\n');
      page.cleanup();
    }
    return parts.join('');
  } finally {
    await task.destroy();
  }
}
