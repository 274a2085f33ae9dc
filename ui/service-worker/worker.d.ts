/** Source of the service worker as text (src/pwa.ts); the worker runs separately and imports nothing. */
declare const text: string
// biome-ignore lint/style/noDefaultExport: text imports have a default export.
export default text
