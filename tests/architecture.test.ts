import { expect, test } from 'bun:test'
import { basename, join } from 'node:path'
import { graphOf, importsOf } from '../scripts/import-graph'

/**
 * Allowed imports at run time by importing file (docs/architecture.md, "Layers and contracts"). Type-only imports are not
 * checked. The first matching row applies.
 */
const rules: [from: RegExp, may: RegExp][] = [
  [/^src\/shared\//, /^src\/shared\/|^cpf-cnpj-validator$|^libphonenumber-js\//],
  [
    /^src\/core\/http\/(errors|guard|schemas|documented-response|headers|access-tokens|listen)\.ts/,
    /^src\/(core|shared)\/|^(elysia|elysia\/ws|@elysiajs\/jwt)$/,
  ],
  [/^src\/core\/backup\/age\./, /^src\/core\/|^age-encryption$/],
  [
    /^src\/core\//,
    /^src\/(core|shared)\/|^(kysely|kysely-bun-sqlite|kysely\/migration|lru-cache|pino|@elysiajs\/jwt)$|^bun$|^(bun|node):/,
  ],
  [
    /^src\/whatsapp\//,
    /^src\/(whatsapp|core(?!\/storage\/(sqlite|postgres)\/)|shared)\/|^@whiskeysockets\/baileys|^(libsignal|pino|kysely)|^node:/,
  ],
  [/^src\/features\/platform\/manual\/texts\./, /^docs\/manual\//],
  [
    /^src\/features\/([\w-]+\/)+([\w-]+-)?(routes|model|socket)\./,
    /^src\/(features|core(?!\/storage\/(sqlite|postgres)\/)|shared)\/|^elysia$|^node:/,
  ],
  [
    /^src\/features\/api\/mcp\//,
    /^src\/(features|core(?!\/storage\/(sqlite|postgres)\/)|shared)\/|^elysia$|^@modelcontextprotocol\/sdk\/(server\/|types)/,
  ],
  [
    /^src\/features\/accounts\/passkeys\//,
    /^src\/(features|core(?!\/storage\/(sqlite|postgres)\/)|shared)\/|^@simplewebauthn\/server(\/helpers)?$/,
  ],
  [
    /^src\/features\//,
    /^src\/(features|whatsapp|core(?!\/storage\/(sqlite|postgres)\/)|shared)\/|^kysely$|^(file-type|mediabunny|@martel\/.*|opusscript\/.*|nodemailer|hucre\/xlsx|uqr)$|^node:/,
  ],
  [
    /^src\/(app|body-limits|events|jobs|housekeeping|ports)\./,
    /^src\/(features|core|shared)\/|^src\/body-limits$|^elysia$/,
  ],
  [/^src\/page\./, /^ui\/index\.html$/],
  [/^src\/spa\./, /^src\/pwa$|^elysia$|^node:/],
  [/^src\/pwa\./, /^ui\/(icons|service-worker)\/|^elysia$/],
  [
    /^src\/(config|media-place|backup-plan|read-[\w-]+)\./,
    /^src\/(bad-config|media-place|backup-plan|read-[\w-]+)$|^node:/,
  ],
  [/^src\/main\./, /^src\/(commands\/|bad-config$|config$|core\/user-error$)|^package\.json$/],
  [/^src\/demo\//, /^(src\/(?!commands|main)|emulator)|^node:/],
  [/^src\/commands\/demo\./, /^(src|emulator)\/|^node:/], // the only file outside of demo that may import the emulator
  [/^src\/commands\//, /^src\/(?!demo)|^migrations($|\/readable-since$)|^package\.json$|^node:/],
  [
    /^src\/(doctor\/)?[\w-]+\.ts/,
    /^src\/(?!main|commands|demo)|^migrations($|\/postgres\/baseline$|\/readable-since$)|^package\.json$|^elysia$|^node:/,
  ],
  [/^migrations\//, /^migrations\/|^kysely$/],
  [/^emulator\/page\//, /^emulator\/|^react(-dom)?(\/|$)|^node:/],
  [/^emulator\//, /^emulator\/|^@whiskeysockets\/baileys|^(libsignal|elysia|qr|uqr)|^bun$|^(bun|node):/],
  [
    /^ui\//,
    /^ui\/|^src\/shared\/|^(react|react-dom|i18next|wouter|sonner|virtua|uqr|lucide-react|mediabunny|recharts|payment-token-efi|cpf-cnpj-validator)(\/|$)|^@(fontsource-variable\/geist|preact|elysiajs\/eden|simplewebauthn\/browser|headlessui|xyflow|dagrejs|atlaskit|date-fns)|^date-fns/,
  ],
]

/** File names that do not describe the content; and barrels, which hide the file of an import. */
const banned = /(^|[-.])(helpers?|utils?|misc|types|manager|service-impl)\.tsx?$/
const barrel = /^index\.tsx?$/
const allowedBarrels = ['migrations/index.ts', 'ui/i18n/index.ts']

const files = [...new Bun.Glob('{src,ui,emulator,migrations}/**/*.{ts,tsx}').scanSync()]
  .filter((file) => !file.endsWith('.d.ts'))
  .sort()

const loader = (file: string) => (file.endsWith('x') ? 'tsx' : 'ts')

test.each(files)('%s imports only what its layer allows', async (file) => {
  const may = rules.find(([from]) => from.test(file))?.[1]
  const imports = (await importsOf(file)).map(({ path }) => path)
  expect(imports.filter((path) => !may?.test(path))).toEqual([])
})

test('no file has a banned name or is a barrel', () => {
  const unnamed = files.filter((file) => banned.test(basename(file)))
  const barrels = files.filter((file) => barrel.test(basename(file)) && !allowedBarrels.includes(file))
  expect([...unnamed, ...barrels]).toEqual([])
})

test('only config.ts and main.ts read environment variables', async () => {
  const mayRead = ['src/config.ts', 'src/main.ts']
  const readers: string[] = []
  for (const file of files.filter((file) => file.startsWith('src/') && !mayRead.includes(file)))
    if (/\b(process|Bun|import\.meta)\.env\b/.test(await Bun.file(file).text())) readers.push(file)
  expect(readers).toEqual([])
})

test('files have no import cycle', async () => {
  expect(cycles(await graphOf(files, (file) => file.replace(/\.tsx?$/, '')))).toEqual([])
})

test('core takes no type from a feature', async () => {
  const found: string[] = []
  for (const file of files.filter((file) => file.startsWith('src/core/')))
    if (/from '(\.\.\/)+(features|whatsapp)\//.test(await Bun.file(file).text())) found.push(file)
  expect(found).toEqual([])
})

/** Folders that are nodes of an import graph without cycles; the pattern gives a file's folder. */
const folders: [what: string, folder: RegExp][] = [
  ['folders of ui', /^ui(\/[\w-]+)*(?=\/)/],
  ['screens of ui, each with its subfolders', /^ui\/(pages\/[\w-]+\/[\w-]+|(?!pages)[\w-]+)(?=\/)/],
]

test.each(folders)('%s have no import cycle, dynamic imports included', async (_, folder) => {
  const graph = await graphOf(files, (file) => folder.exec(file)?.[0], ['import-statement', 'dynamic-import'])
  expect(graph.size).toBeGreaterThan(5)
  expect(cycles(graph)).toEqual([])
})

test('only app, public-pages, layout and palette of ui import pages', async () => {
  const shared = files.filter(
    (file) => file.startsWith('ui/') && !/^ui\/(pages|layout|palette|app\.|public-pages\.)/.test(file),
  )
  const found: string[] = []
  for (const file of shared)
    for (const { path } of await importsOf(file)) if (path.startsWith('ui/pages/')) found.push(`${file} → ${path}`)
  expect(found).toEqual([])
})

test('ui navigates outside of components only by leave-guard, which asks before an open panel is left', async () => {
  const importers = await importersOf((path) => path === 'wouter/use-browser-location')
  // The session begins and ends without asking.
  expect(importers.map(({ file }) => file)).toEqual(['ui/lib/leave-guard.ts', 'ui/lib/session.ts'])
})

test('only src/page.ts imports the interface, and only src/boot.ts imports src/page.ts, dynamically', async () => {
  expect(await importersOf((path) => path.endsWith('.html'))).toEqual([
    { file: 'src/page.ts', kind: 'import-statement' },
  ])
  expect(await importersOf((path) => path === 'src/page')).toEqual([{ file: 'src/boot.ts', kind: 'dynamic-import' }])
})

/** Files that parse untrusted bytes or write workbooks (docs/adr/0030), their libraries, and the worker that loads them. */
const parserFile = /^src\/features\/(.*-parser|inbox\/dashboard\/workbook-writer|inbox\/messages\/link\/page-facts)$/
/** Parts of a parser, in a folder with its name. */
const parserPart = /^src\/features\/.*-parser\/[\w-]+$/
const parserLibrary = /^(hucre\/xlsx|mediabunny|@martel\/.*|opusscript\/.*|file-type|src\/core\/parsers\/zip)$/

test('untrusted files are parsed in the parser worker only', async () => {
  const loaders = await importersOf((path) => parserFile.test(path))
  expect(loaders.length).toBeGreaterThan(3)
  expect(new Set(loaders.map(({ file }) => file))).toEqual(new Set(['src/parser-worker.ts']))
  const users = (await importersOf((path) => parserLibrary.test(path) || parserPart.test(path))).map(({ file }) => file)
  const isParser = (file: string) => [parserFile, parserPart].some((parser) => parser.test(file.replace(/\.ts$/, '')))
  expect(users.filter((file) => file.startsWith('src/') && !isParser(file))).toEqual([])
})

/**
 * Code that only core/ may contain, because it depends on the database engine or on the network. Patterns are matched
 * without types and comments.
 */
const coreOnly: [what: string, from: RegExp, pattern: RegExp][] = [
  [
    'SQL words of SQLite',
    /^src\/(features|whatsapp)\//,
    /\b(json_\w+|instr|rowid|strftime|unixepoch|julianday|group_concat|ifnull|glob|pragma|sqlite_\w+)\b|['"]->>?['"]/,
  ],
  ['names of full-text indexes', /^src\/(features|whatsapp)\//, /\b(contacts_fts|message_search)\b/],
  [
    'raw SQL',
    /^src\/(features|whatsapp)\//,
    /\bsql\s*[`.(]|\bimport\s*{[^}]*\b(sql|CompiledQuery|RawBuilder)\b[^}]*}\s*from\s*["']kysely/,
  ],
  ['prepared statements', /^src\/(features|whatsapp)\//, /\bstatements\b/],
  // push/ keeps its keys for the whole installation, in a table without companies.
  [
    'the store of Ports',
    /^src\/features\/(?!platform\/push\/)/,
    /(?<!\bthis)\.store\b|\bstore\s*\??\.|[{,]\s*store\s*[,:}]|\[["']store["']\]/,
  ],
  [
    'unguarded fetch',
    /^src\/features\//,
    /(?<![-.\w/"'])fetch\b(?!\s*:)|\b(globalThis|Bun|self)\s*(\?\.|\.|\[)\W*fetch\b|\bnew WebSocket\b/,
  ],
  // The payment service asks for a client certificate, which `fetch` cannot present.
  [
    'sockets',
    /^src\/features\/(?!provider\/payments\/(service-request|config)\.)/,
    /\b(from|import|import\()\s*["'](node:)?(https?|http2|net|tls|dgram|dns)["']/,
  ],
]

test.each(coreOnly)('%s occur in core only', async (_, from, pattern) => {
  const found: string[] = []
  for (const file of files.filter((file) => from.test(file))) {
    const code = new Bun.Transpiler({ loader: loader(file) }).transformSync(await Bun.file(file).text())
    const [hit] = pattern.exec(code) ?? []
    if (hit) found.push(`${file}: ${hit}`)
  }
  expect(found).toEqual([])
})

/** The function that bounds the nesting of JSON before it is parsed, and its file. */
const jsonParser = 'src/shared/json.ts'

test('the server parses JSON only by parseJson, which bounds its nesting', async () => {
  const found: string[] = []
  for (const file of files.filter((file) => file.startsWith('src/') && file !== jsonParser)) {
    const code = new Bun.Transpiler({ loader: loader(file) }).transformSync(await Bun.file(file).text())
    const [hit] = /\bJSON\s*(\?\.|\.|\[)\W*parse\b|\.json\(\)|\bBun\.JSON\w*\.parse\b/.exec(code) ?? []
    if (hit) found.push(`${file}: ${hit}`)
  }
  expect(found).toEqual([])
})

test('texts are normalized only by src/shared/text.ts, which bounds the marks of one letter', async () => {
  const found: string[] = []
  for (const file of files.filter((file) => file.startsWith('src/') && file !== 'src/shared/text.ts'))
    if (/\.normalize\(\s*['"`]NF/.test(await Bun.file(file).text())) found.push(file)
  expect(found).toEqual([])
})

async function importersOf(wanted: (path: string) => boolean) {
  const found: { file: string; kind: string }[] = []
  for (const file of files)
    for (const { path, kind } of await importsOf(file)) if (wanted(path)) found.push({ file, kind })
  return found
}

/** Cycles as paths `a → b → a`, one per closing edge of a depth-first walk; empty when there are none. */
function cycles(graph: Map<string, string[]>): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const walk = (name: string, path: string[]) => {
    const before = path.indexOf(name)
    if (before >= 0) found.push([...path.slice(before), name].join(' → '))
    if (before >= 0 || done.has(name)) return
    done.add(name)
    for (const next of graph.get(name) ?? []) walk(next, [...path, name])
  }
  for (const name of graph.keys()) walk(name, [])
  return found
}

test('each decision in docs/adr has a number of its own, in its name and in its heading', async () => {
  const files = [...new Bun.Glob('[0-9]*.md').scanSync('docs/adr')]
  const numbers = files.map((file) => Number(file.slice(0, 4)))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  for (const [at, file] of files.entries())
    expect(await Bun.file(join('docs', 'adr', file)).text()).toStartWith(`# ${numbers[at]}. `)
})

/** Places that hand a message to WhatsApp: people, robots, flows, schedules and programs share the first one. */
const senders = [
  'src/features/inbox/messages/send/deliver.ts',
  'src/features/inbox/messages/jobs.ts', // edits, deletions and reactions
  'src/features/campaigns/sending/send-parts.ts',
]

test('every message leaves through one place, which gives it the timer of its chat', async () => {
  const found = { sendMessage: [] as string[], send: [] as string[] }
  for await (const path of new Bun.Glob('src/**/*.ts').scan()) {
    const source = await Bun.file(path).text()
    if (/\.(sendMessage|relayMessage)\(/.test(source)) found.sendMessage.push(path)
    if (/\bwhatsapp\.send\(/.test(source)) found.send.push(path)
  }
  expect(found).toEqual({ sendMessage: ['src/whatsapp/sessions.ts'], send: found.send })
  expect(found.send.sort()).toEqual(senders.sort())
  // tests/whatsapp/timers.test.ts sends every kind of content through it.
  expect(await Bun.file('src/whatsapp/sessions.ts').text()).toMatch(
    /timerOf\(message\.jid\)[\s\S]{0,300}toBaileys\([\s\S]{0,300}timer,\s*\)/,
  )
})
