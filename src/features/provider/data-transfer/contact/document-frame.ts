import type { Language } from '../../../../shared/enums'
import { Html, html } from '../../../../shared/html'

/** Looks of the document, on screens and on paper; it loads nothing from outside. */
const styles = new Html(`
:root { color-scheme: light dark; --line: #8884; --muted: #707070; --own: #2a78c41c; --note: #e0a90022 }
@media (prefers-color-scheme: dark) { :root { --muted: #a5a5a5 } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 0 auto; padding: 2rem 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem } h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem }
h3 { font-size: 1rem; margin: 2rem 0 .25rem } p { margin: .25rem 0 } .muted, dt, time { color: var(--muted) }
dl { display: grid; grid-template-columns: minmax(7rem, 11rem) 1fr; gap: .25rem 1rem; margin: .5rem 0 } dd { margin: 0 }
ol { list-style: none; margin: .75rem 0; padding: 0 }
li { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; margin: 0 0 .5rem; break-inside: avoid }
li.own { background: var(--own); margin-left: 2rem } li.note { background: var(--note) } li .text { white-space: pre-wrap }
img, video { display: block; max-width: 100%; max-height: 20rem; margin: .5rem 0 } audio { display: block; width: 100%; margin: .5rem 0 }
@media print { body { max-width: none; padding: 0 } audio, video { display: none } }
`)

/** Beginning of the document, up to its first heading. */
export const documentHead = (language: Language, title: string) => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; form-action 'none'">
<title>${title}</title>
<style>${styles}</style>
</head>
<body>
<h1>${title}</h1>
`
export const documentEnd = html`</body>
</html>
`

/** List of labelled facts, without the empty ones. */
export const facts = (pairs: [label: string, value: string | null | undefined][]) =>
  html`<dl>${pairs.flatMap(([label, value]) => (value ? [html`<dt>${label}</dt><dd>${value}</dd>`] : []))}</dl>
`
