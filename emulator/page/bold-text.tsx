/** Text with the parts between asterisks in bold, as WhatsApp shows them. */
export const withBold = (text: string) =>
  text.split(/\*([^*\n]{1,200})\*/).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
    at % 2 === 1 ? <b key={at}>{part}</b> : part,
  )
