import { changeOf } from '../../../shared/change'
import type { Language } from '../../../shared/enums'
import { Html, html } from '../../../shared/html'
import type { ComparedDashboard } from '../dashboard/model'
import type { Part, partSorts } from '../dashboard/part-model'
import { type MailTexts, mailTexts } from './mail-texts'
import type { ReportChoice } from './model'

type Sort = Exclude<(typeof partSorts)[number], 'name'>

interface MailFacts {
  report: { name: string; by: ReportChoice['by']; sort: ReportChoice['sort'] }
  person: string
  dashboard: ComparedDashboard
  parts: Part[]
  /** Addresses of the report, and of the page that switches the mail off for the recipient. */
  links: { report: string; off: string }
}

/** Rows of a division in either half of the mail; fewer than twice as many are listed together. */
const shownParts = 3

/** Subject, plain text and HTML of the weekly mail of a report, with the same facts in both. */
export function reportMail(language: Language, facts: MailFacts): { subject: string; text: string; html: string } {
  const texts = mailTexts[language]
  const { report, dashboard } = facts
  const { from, to } = dashboard.period
  const subject = `${report.name}: ${localDay(from)}${from === to ? '' : ` – ${localDay(to)}`}`
  const content = { texts, facts, counters: counterRows(dashboard, texts), groups: partGroups(facts, texts) }
  return { subject, text: asText(content), html: asHtml(content).text }
}

interface Content {
  texts: MailTexts
  facts: MailFacts
  counters: string[][]
  groups: { title: string; rows: string[][] }[]
}

const localDay = (day: string) => day.split('-').reverse().join('/')

function periodText({ dashboard: { period, previous } }: MailFacts, texts: MailTexts) {
  const before = previous ? texts.compared(localDay(previous.from), localDay(previous.to)) : texts.notCompared
  return `${texts.period(localDay(period.from), localDay(period.to))}, ${before}`
}

/** Name, value and change of each counter. */
function counterRows({ counters, previous }: ComparedDashboard, texts: MailTexts): string[][] {
  const before = previous?.counters
  const plain = (value: number | null) => numberText(value, texts)
  const time = (value: number | null) => minutesText(value, texts)
  const row = (name: string, figure: keyof NonNullable<typeof before>, text: (value: number | null) => string) => [
    name,
    text(counters[figure]),
    before ? changeText(counters[figure], before[figure], texts) : '–',
  ]
  const names = texts.counters
  return [
    row(names.began, 'supportBegan', plain),
    row(names.finished, 'supportFinished', plain),
    row(names.late, 'supportLate', plain),
    row(names.wait, 'avgWaitTime', time),
    row(names.response, 'avgResponseTime', time),
    row(names.support, 'avgSupportTime', time),
    row(names.rating, 'rating', plain),
  ]
}

function changeText(now: number | null, before: number | null, texts: MailTexts): string {
  const change = changeOf(now, before)
  if (!change) return '–'
  if (change.direction === 'same') return texts.same
  if (change.percent === null) return texts.fromNothing
  return `${change.direction === 'up' ? '+' : '−'}${(change.percent / 100).toLocaleString(texts.locale, { style: 'percent' })}`
}

const numberText = (value: number | null, { locale }: MailTexts) =>
  value === null ? '–' : value.toLocaleString(locale, { maximumFractionDigits: 1 })

function minutesText(value: number | null, texts: MailTexts): string {
  if (value === null) return '–'
  const [hours, rest] = [Math.floor(value / 60), value % 60]
  return hours === 0
    ? texts.minutes(String(rest))
    : texts.hours(numberText(hours, texts), String(rest).padStart(2, '0'))
}

/** Figures of which less is better. */
const lessIsBetter: Sort[] = ['avgResponseTime', 'late']

/** The best and the worst rows of the division by the column of the report's order, or all of a few. */
function partGroups({ report, parts }: MailFacts, texts: MailTexts): Content['groups'] {
  const sort: Sort = report.sort === 'name' ? 'finished' : report.sort
  const figureOf = (part: Part) => part[sort] ?? 0
  const measured = parts.filter((part) => part[sort] !== null)
  const best = measured.sort((a, b) =>
    lessIsBetter.includes(sort) ? figureOf(a) - figureOf(b) : figureOf(b) - figureOf(a),
  )
  const text = sort === 'avgResponseTime' ? minutesText : numberText
  const rows = best.map((part) => [part.name || texts.none[report.by], text(part[sort], texts)])
  const title = (group: string) => `${texts.parts[report.by]} · ${texts.sorts[sort]} · ${group}`
  if (rows.length === 0) return [{ title: title(texts.all), rows: [[texts.nothing, '']] }]
  if (rows.length <= 2 * shownParts) return [{ title: title(texts.all), rows }]
  return [
    { title: title(texts.best), rows: rows.slice(0, shownParts) },
    { title: title(texts.worst), rows: rows.slice(-shownParts).reverse() },
  ]
}

function asText({ texts, facts, counters, groups }: Content): string {
  const { report, person, links } = facts
  const lines = (rows: string[][]) => rows.map(([name, ...cells]) => `${name}: ${cells.filter(Boolean).join('  ')}`)
  return [
    ...[texts.hello(person), '', report.name, periodText(facts, texts), ''],
    ...counters.map(([name, value, change]) => `${name}: ${value}${change === '–' ? '' : ` (${change})`}`),
    ...groups.flatMap(({ title, rows }) => ['', title, ...lines(rows)]),
    ...['', `${texts.open}: ${links.report}`, '', texts.why(report.name), `${texts.off}: ${links.off}`, ''],
  ].join('\n')
}

/** Fonts and colours are written at each element, because mail programs drop style sheets. */
const font = 'font-family:Arial,Helvetica,sans-serif'
const cell = `${font};font-size:14px;padding:6px 12px 6px 0;border-bottom:1px solid #dddddd;text-align:left`

function asHtml({ texts, facts, counters, groups }: Content): Html {
  const { report, person, links } = facts
  const { figure, value, change } = texts.head
  return html`<!doctype html>
<html><body style="${font};font-size:14px;line-height:1.5;max-width:600px">
<p>${texts.hello(person)}</p>
<h1 style="font-size:20px;margin:0">${report.name}</h1>
<p style="margin-top:4px">${periodText(facts, texts)}</p>
${table([figure, value, change], counters)}
${groups.map(({ title, rows }) => html`<h2 style="font-size:16px">${title}</h2>${table(null, rows)}`)}
<p><a href="${links.report}">${texts.open}</a></p>
<p style="font-size:12px">${texts.why(report.name)} <a href="${links.off}">${texts.off}</a></p>
</body></html>`
}

function table(head: string[] | null, rows: string[][]): Html {
  const line = (cells: string[]) => html`<tr>${cells.map((text) => html`<td style="${cell}">${text}</td>`)}</tr>`
  const top = head ? html`<tr>${head.map((text) => html`<th style="${cell}">${text}</th>`)}</tr>` : new Html('')
  return html`<table style="border-collapse:collapse;width:100%">${top}${rows.map(line)}</table>`
}
