const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text for HTML content and quoted attributes. */
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

/** Markup that is not escaped again. */
export class Html {
  constructor(readonly text: string) {}
}

/** Template of markup; values are escaped, except markup and lists of markup. */
export const html = (strings: TemplateStringsArray, ...values: (string | number | Html | Html[])[]) =>
  new Html(String.raw({ raw: strings }, ...values.map(textOf)))

const textOf = (value: string | number | Html | Html[]): string =>
  Array.isArray(value)
    ? value.map(({ text }) => text).join('')
    : value instanceof Html
      ? value.text
      : escapeHtml(`${value}`)
