/** Taken in as text (src/pwa.ts): it runs beside the pages and imports nothing. */
declare const text: string
// biome-ignore lint/style/noDefaultExport: that is how text comes in.
export default text
