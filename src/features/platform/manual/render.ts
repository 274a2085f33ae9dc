import type { Language } from '../../../shared/enums'
import { Html, html } from '../../../shared/html'
import { ownProductName } from '../../../shared/product-name'
import type { Look } from '../look/model'
import { type ManualPage, manualSections, manualText, manualTitle } from './pages'
import { words } from './words'

/** Path of a page of the manual. */
export const manualPath = (language: Language, page: ManualPage) => `/docs/${language}/${page}`

/**
 * One page of the manual as an HTML document: the list of all pages beside it, the other languages and the provider's
 * name and logo. It needs neither a script nor a login.
 */
export function renderManual(language: Language, page: ManualPage, look: Look): string {
  const name = look.name || ownProductName
  const { manual, otherLanguages, back } = words[language]
  const title = `${manualTitle(language, page)} · ${name}`
  const text = new Html(toMarkup(manualText(language, page), language, name))
  return `<!doctype html>${
    html`<html lang="${language === 'pt' ? 'pt-BR' : language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/icons/icon-192.png">
<link rel="stylesheet" href="/docs/manual.css">
</head>
<body>
<header>
${look.logo ? html`<img src="${look.logo}" alt="${name}">` : html`<strong>${name}</strong>`}
<a href="/">${back}</a>
<nav aria-label="${otherLanguages}">${Object.entries(words).map(([code, { ownName: named }]) => languageLink(code as Language, named, language, page))}</nav>
</header>
<div class="columns">
<nav aria-label="${manual}">${manualSections.map((section) => listOf(section, language, page))}</nav>
<main>${text}</main>
</div>
</body>
</html>`.text
  }`
}

const languageLink = (code: Language, name: string, current: Language, page: ManualPage) =>
  html`<a href="${manualPath(code, page)}" lang="${code}" hreflang="${code}"${currentMark(code === current)}>${name}</a> `

const listOf = ({ reader, pages }: (typeof manualSections)[number], language: Language, current: ManualPage) =>
  html`<p>${words[language].readers[reader]}</p><ul>${pages.map(
    (page) =>
      html`<li><a href="${manualPath(language, page)}"${currentMark(page === current)}>${manualTitle(language, page)}</a></li>`,
  )}</ul>`

const currentMark = (isCurrent: boolean) => new Html(isCurrent ? ' aria-current="page"' : '')

/** Markup of a text; links to other pages, which name files in the repository, become their addresses. */
function toMarkup(text: string, language: Language, name: string): string {
  const named = text.replaceAll(
    ownProductName,
    name.replaceAll(/[\\`*_[\]<>&]/g, (character) => `&#${character.codePointAt(0)};`),
  )
  const markup = Bun.markdown.html(named, { headings: { ids: true }, noHtmlBlocks: true, noHtmlSpans: true })
  return markup
    .replaceAll(/href="([a-z-]+)\.md(#[^"]*)?"/g, (_, page, anchor = '') => `href="/docs/${language}/${page}${anchor}"`)
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
}
