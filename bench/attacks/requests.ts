import { endlessRecording, mp3 } from '../../tests/sample-files'
import { contactRows, sheetXml, workbook, zip64Bomb } from '../../tests/workbook'
import { password } from '../data'
import { halfBodies, halfUploads } from './half-bodies'
import { oddScripts } from './odd-scripts'
import { removeWebhooks, slowWebhooks } from './slow-webhooks'
import { socketFlood } from './sockets'

/** Server and logins of the attacking company. */
export interface Target {
  url: string
  /** Access tokens by role. */
  tokens: Record<'user' | 'admin' | 'super', string>
  /** An open ticket of the company. */
  ticketId: number
  /** Port of a receiver of webhooks that never ends its answer. */
  receiverPort: number
}

/** An expensive request of a role; `run` returns the status of its response. */
export interface Attack {
  role: keyof Target['tokens'] | 'stranger'
  name: string
  run(target: Target): Promise<number>
  /** Ends what the attack left running, which would delay the other company during later measurements. */
  end?(target: Target): Promise<void>
  /**
   * `bare` for an attack that is not made of requests alone: its control is a bare server (beside/bare-target.ts). That of
   * the others is a receiver that repeats the product's answers (beside/recorded-answers.ts).
   */
  control?: 'bare'
}

const mebibyte = 2 ** 20

type Role = keyof Target['tokens']
const get =
  (role: Role, path: string) =>
  ({ url, tokens }: Target) =>
    statusOf(fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${tokens[role]}` } }))

async function send({ url, tokens }: Target, role: Role, [method, path]: [string, string], body: BodyInit | object) {
  const isRaw = body instanceof FormData || body instanceof Uint8Array || body instanceof ReadableStream
  const headers = {
    authorization: `Bearer ${tokens[role]}`,
    ...(isRaw ? {} : { 'content-type': 'application/json' }),
  }
  return statusOf(
    fetch(`${url}/api${path}`, { method, headers, body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
  )
}

async function statusOf(response: Promise<Response>): Promise<number> {
  const answer = await response
  await answer.arrayBuffer()
  return answer.status
}

const search = (q: string) => get('user', `/search?q=${encodeURIComponent(q)}`)

function formOf(files: [string, Uint8Array<ArrayBuffer>][], fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [field, bytes] of files) form.append(field, new File([bytes], `${field}.bin`))
  return form
}

const manyRows = Array.from({ length: 4999 }, (_, n) => [`Pessoa ${n}`, `55119${10_000_000 + n}`])
const largeSheet = sheetXml([...contactRows, ...manyRows], 15 * mebibyte)
const largeList = Buffer.from(
  `nome;numero\n${Array.from({ length: 200_000 }, (_, n) => `Pessoa ${n};55119${10_000_000 + n}`).join('\n')}\n`,
)
const period = (from: string, to: string) => `date_from=${from}&date_to=${to}`
const year = period('2025-11-01', '2026-10-31')

async function wrongLogin({ url }: Target) {
  const octet = () => 1 + Math.floor(Math.random() * 250)
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.${octet()}.${octet()}.${octet()}` }
  const body = JSON.stringify({ email: `${crypto.randomUUID()}@bench.test`, password })
  return statusOf(fetch(`${url}/api/auth/login`, { method: 'POST', headers, body }))
}

const longMessage = (at: Target, body = '가'.repeat(65_536)) =>
  send(at, 'user', ['POST', `/messages/${at.ticketId}`], { body })

const filler = new Uint8Array(24 * mebibyte - 65_536).fill(7)
const largeForm = (at: Target) => send(at, 'user', ['POST', `/messages/${at.ticketId}`], formOf([['medias', filler]]))

const uploaded = new Uint8Array(60 * mebibyte).fill(7)
const largeUpload = (at: Target) =>
  send(at, 'user', ['PUT', `/messages/${at.ticketId}/upload?fileName=a.bin`], uploaded)

const endless = await endlessRecording(53)
function endlessVoice(at: Target) {
  return send(at, 'user', ['POST', `/messages/${at.ticketId}`], formOf([['medias', endless]], { voice: 'true' }))
}

const bomb = zip64Bomb(300 * mebibyte)
function spreadsheet(at: Target, bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.append('file', new File([bytes], 'clientes.xlsx'))
  form.append('ask', 'true')
  return send(at, 'user', ['POST', '/contacts/imports'], form)
}

const flowText = new Uint8Array(
  Buffer.from(JSON.stringify({ product: 'balcao', kind: 'flow', files: [{ base64: 'A'.repeat(40 * mebibyte) }] })),
)
const flowFile = (at: Target) => send(at, 'admin', ['POST', '/flowbuilder/import'], flowText)

const asAdmin = ({ tokens }: Target) => ({ authorization: `Bearer ${tokens.admin}` })
/** Ids of the imports that were begun. */
const imports: number[] = []

async function contactList(at: Target) {
  const headers = { ...asAdmin(at), 'content-type': 'application/json' }
  const body = JSON.stringify({ name: `L ${crypto.randomUUID().slice(0, 20)}` })
  const made = await fetch(`${at.url}/api/contact-lists`, { method: 'POST', headers, body })
  const { id } = (await made.json()) as { id?: number }
  if (id === undefined) return made.status
  const form = formOf([['file', new Uint8Array(largeList)]])
  const path = `${at.url}/api/contact-lists/${id}/upload`
  const answer = await fetch(path, { method: 'POST', headers: asAdmin(at), body: form })
  const begun = (await answer.json()) as { id?: number }
  if (begun.id !== undefined) imports.push(begun.id)
  return answer.status
}

async function cancelImports(at: Target) {
  for (const id of imports.splice(0))
    await fetch(`${at.url}/api/contact-list-imports/${id}/cancel`, { method: 'POST', headers: asAdmin(at) })
}

/** Requests of one company at the same moment; the status is that of the last one. */
const atOnce = (count: number, run: Attack['run']) => async (at: Target) =>
  (await Promise.all(Array.from({ length: count }, () => run(at)))).at(-1) as number

/** Resolves when the job has written the archive. */
async function companyExport(at: Target) {
  const status = await send(at, 'admin', ['POST', '/exports'], {})
  const headers = { authorization: `Bearer ${at.tokens.admin}` }
  for (;;) {
    const answer = await fetch(`${at.url}/api/exports`, { headers })
    if (!answer.ok) throw new Error(`GET /exports answered ${answer.status}: ${await answer.text()}`)
    const { exports } = (await answer.json()) as { exports: { status: string }[] }
    if (exports[0]?.status !== 'making') return status
    await Bun.sleep(250)
  }
}

const noArchive = mp3(64 * mebibyte)
const companyImport = (at: Target) => send(at, 'super', ['POST', '/companies/import?planId=1'], noArchive)

/** The most expensive requests of each role. A request that needs data the bench lacks is in `unmeasured`. */
export const attacks: Attack[] = [
  { role: 'stranger', name: 'login with a wrong password', run: wrongLogin },
  { role: 'user', name: 'search for a common word', run: search('pedido') },
  { role: 'user', name: 'search for an absent word', run: search('zebuzado') },
  { role: 'user', name: 'search for two letters', run: search('pe') },
  { role: 'user', name: 'list of tickets by a word', run: get('user', '/tickets?searchParam=cliente&pageNumber=1') },
  { role: 'user', name: 'message of 65,536 Hangul characters', run: (at) => longMessage(at) },
  ...oddScripts.map(
    ({ script, text }): Attack => ({
      role: 'user',
      name: `message of 65,536 ${script}`,
      run: (at) => longMessage(at, text()),
    }),
  ),
  { role: 'user', name: 'form with 24 MB', run: largeForm },
  { role: 'user', name: 'upload of 60 MB', run: largeUpload },
  { role: 'user', name: 'voice note that loops', run: endlessVoice },
  { role: 'user', name: 'workbook with 20 MB of XML', run: (at) => spreadsheet(at, workbook(largeSheet)) },
  { role: 'user', name: 'workbook of 300 MB by ZIP64', run: (at) => spreadsheet(at, bomb) },
  { role: 'user', name: 'flood of frames on ten sockets', run: socketFlood, control: 'bare' },
  { role: 'stranger', name: '300 half bodies, a byte at a time', run: halfBodies, control: 'bare' },
  { role: 'user', name: '300 half uploads, a byte at a time', run: halfUploads, control: 'bare' },
  {
    role: 'admin',
    name: 'five messages to 20 webhooks that answer without end',
    run: slowWebhooks,
    end: removeWebhooks,
    control: 'bare',
  },
  { role: 'admin', name: 'dashboard of a year', run: get('admin', `/dashboard?${year}`) },
  { role: 'admin', name: 'dashboard of a year as CSV', run: get('admin', `/dashboard/export?${year}`) },
  { role: 'admin', name: 'contacts as CSV', run: get('admin', '/contacts/export') },
  { role: 'admin', name: 'audit log as CSV', run: get('admin', '/audit/export') },
  { role: 'admin', name: 'board', run: get('admin', '/ticket/kanban') },
  { role: 'admin', name: 'flow file of 40 MB', run: flowFile },
  { role: 'admin', name: 'list of 200,000 contacts', run: contactList, end: cancelImports },
  { role: 'admin', name: 'export of the company', run: companyExport },
  { role: 'admin', name: 'boards, 16 at once', run: atOnce(16, get('admin', '/ticket/kanban')) },
  { role: 'user', name: 'lists of tickets, 64 at once', run: atOnce(64, get('user', '/tickets?status=open')) },
  {
    role: 'user',
    name: 'page of tickets far from the newest',
    run: get('user', '/tickets?status=closed&pageNumber=900'),
  },
  { role: 'admin', name: 'values of the audit log’s filters', run: get('admin', '/audit/choices') },
  { role: 'super', name: 'list of companies', run: get('super', '/companies/list') },
  { role: 'super', name: 'company archive of 64 MB that is none', run: companyImport },
]

/** Requests without a figure, and why. */
export const unmeasured: [name: string, reason: string][] = [
  ['messages of a program (81 MB form)', 'needs a connected number; bodies have the bounds of the form with 24 MB'],
  ['campaign preview, estimate, start', 'bench/run.ts campaign-start and campaign-replies measure campaigns'],
  ['replay of 500 runs', 'bench/run.ts replay measures it'],
  ['trials that call services outside', 'their time is that of the service'],
]
