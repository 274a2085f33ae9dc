import type { Language } from '../../../../shared/enums'
import { type Html, html } from '../../../../shared/html'
import type { Morning } from '../model'
import { type OverviewLine, type OverviewSection, overviewPath, overviewSections } from './sections'
import { type OverviewTexts, overviewTexts } from './texts'

interface Facts {
  morning: Morning
  zone: string
  /** Day of the overview, `yyyy-mm-dd`. */
  day: string
  person: string
  /** Address of the installation, without a slash at the end. */
  publicUrl: string
}

/** Subject, plain text and HTML of the overview, with the same lines in both. */
export function overviewMail(language: Language, facts: Facts): { subject: string; text: string; html: string } {
  const texts = overviewTexts[language]
  const sections = overviewSections(facts.morning, texts, facts.zone)
  return {
    subject: subjectOf(facts, texts, sections),
    text: asText(facts, texts, sections),
    html: asHtml(facts, texts, sections).text,
  }
}

/**
 * The overview as a message: how many matters need the person, and the link. Names and amounts stay out, because agents,
 * webhooks and keys of the provider's company read the conversation.
 */
export function overviewMessage(language: Language, facts: Facts): string {
  const texts = overviewTexts[language]
  const sections = overviewSections(facts.morning, texts, facts.zone)
  return `${subjectOf(facts, texts, sections)}\n\n${facts.publicUrl}${overviewPath}`
}

function subjectOf({ day }: Facts, texts: OverviewTexts, sections: OverviewSection[]) {
  const matters = sections.filter(({ isProblem }) => isProblem)
  const count = matters.reduce((sum, { lines, hidden }) => sum + lines.length + hidden, 0)
  return texts.subject(day.split('-').reverse().join('/'), count)
}

const lineText = ({ company, text }: OverviewLine) => (company ? `${company}: ${text}` : text)
const more = (texts: OverviewTexts, hidden: number) => (hidden > 0 ? [texts.more(hidden)] : [])
const isCalm = (sections: OverviewSection[]) => !sections.some(({ isProblem }) => isProblem)

function asText({ person, publicUrl }: Facts, texts: OverviewTexts, sections: OverviewSection[]): string {
  return [
    ...[texts.hello(person), ''],
    ...(isCalm(sections) ? [texts.calm, ''] : []),
    ...sections.flatMap(({ title, lines, hidden }) => [
      title,
      ...lines.map((line) => `- ${lineText(line)}\n  ${publicUrl}${line.path}`),
      ...more(texts, hidden),
      '',
    ]),
    ...[`${texts.open}: ${publicUrl}${overviewPath}`, `${texts.off}: ${publicUrl}${overviewPath}#mail`, ''],
  ].join('\n')
}

/** Fonts are written at each element, because mail programs drop style sheets. */
const font = 'font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5'

function asHtml({ person, publicUrl }: Facts, texts: OverviewTexts, sections: OverviewSection[]): Html {
  const line = ({ company, text, path }: OverviewLine) =>
    company
      ? html`<li><a href="${publicUrl}${path}">${company}</a>: ${text}</li>`
      : html`<li><a href="${publicUrl}${path}">${text}</a></li>`
  const section = ({ title, lines, hidden }: OverviewSection) =>
    html`<h2 style="font-size:16px;margin:16px 0 4px">${title}</h2><ul style="margin:0;padding-left:20px">${lines.map(line)}${more(texts, hidden).map((text) => html`<li>${text}</li>`)}</ul>`
  return html`<!doctype html>
<html><body style="${font};max-width:640px">
<p>${texts.hello(person)}</p>
${isCalm(sections) ? [html`<p>${texts.calm}</p>`] : []}
${sections.map(section)}
<p><a href="${publicUrl}${overviewPath}">${texts.open}</a></p>
<p style="font-size:12px"><a href="${publicUrl}${overviewPath}#mail">${texts.off}</a></p>
</body></html>`
}
