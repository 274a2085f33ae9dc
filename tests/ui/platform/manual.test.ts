import '../browser'
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { languages } from '../../../src/shared/enums'
import { paths } from '../../../ui/lib/paths'

const folder = (language: string) => `docs/manual/${language}`
const pages = readdirSync(folder('pt')).sort()
const read = (language: string, page: string) => readFileSync(`${folder(language)}/${page}`, 'utf8')
const all = languages.flatMap((language) => pages.map((page) => [language, page] as const))

/** Every text of the interface in a language. */
async function interfaceTexts(language: string): Promise<Set<string>> {
  const texts = new Set<string>()
  const collect = (value: unknown) => {
    if (typeof value === 'string') texts.add(value)
    else if (value && typeof value === 'object') for (const part of Object.values(value)) collect(part)
  }
  for (const file of new Bun.Glob('*.ts').scanSync(`ui/i18n/${language}`))
    collect(await import(`../../../ui/i18n/${language}/${file}`))
  return texts
}

test.each(languages)(
  'words in bold in the manual in %s are texts of the interface in that language',
  async (language) => {
    const texts = await interfaceTexts(language)
    const bold = pages.flatMap((page) =>
      [...read(language, page).matchAll(/\*\*(.+?)\*\*/g)].map(([, text]) => text ?? ''),
    )
    expect(bold.length).toBeGreaterThan(80)
    expect(bold.filter((text) => !texts.has(text))).toEqual([])
  },
)

test('the manual has the same pages in each language, with as many headings, steps, rows and blocks', () => {
  const shapeOf = (text: string) => ({
    headings: text.match(/^#+ /gm)?.length,
    steps: text.match(/^(\d\.|-) /gm)?.length,
    rows: text.match(/^\|/gm)?.length,
    bold: text.match(/\*\*.+?\*\*/g)?.length,
    blocks: text.match(/^```/gm)?.length,
    links: [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target),
  })
  for (const language of languages) {
    expect(readdirSync(folder(language)).sort()).toEqual(pages)
    for (const page of pages) expect([page, shapeOf(read(language, page))]).toEqual([page, shapeOf(read('pt', page))])
  }
})

test.each(all)('links of the manual in %s, page %s, lead to its pages', (language, page) => {
  const targets = [...read(language, page).matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target as string)
  expect(targets.filter((target) => !existsSync(`${folder(language)}/${target}`))).toEqual([])
})

test('each screen with a page in the manual has an address of the interface', async () => {
  const { manualPageOf } = await import('../../../ui/lib/manual')
  const explained = Object.values(paths).filter((path) => manualPageOf(path.replace(/\/:.*/, '')))
  expect(explained.length).toBeGreaterThan(25)
  for (const path of explained) expect(pages).toContain(`${manualPageOf(path)}.md`)
})
