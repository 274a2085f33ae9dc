import { join } from 'node:path'
import { Archive } from '../../../core/backup/archive'
import { usualZone } from '../../../core/time'
import { defaultLanguage } from '../../../shared/enums'
import { limits } from '../../../shared/limits'
import { companyArchiveMember } from '../data-transfer/archive/archive-members'
import type { CompanyFacts, CompanyManifest } from '../data-transfer/model'
import { convertContacts } from './contacts'
import { type FormerFile, FormerFiles } from './files'
import type { FormerCompany } from './gathered'
import { Losses } from './losses'
import { FormerMessages } from './messages'
import { convertPeople, type Line } from './people'
import { SortedLines } from './sorted-lines'
import type { FormerSystem } from './source'
import { convertQuickMessages, convertTickets } from './tickets'
import { idOf, isEmail, lineOf, textOf } from './values'

export interface ConvertRequest {
  source: FormerSystem
  /** Folder of the files that its messages name; null when files are not brought. */
  files: string | null
  /** Folder for temporary files and archives. */
  work: string
  /** Newest migration of this installation, which the archives name. */
  schema: string
  isTaken(email: string): boolean
}

/** A company of the dump, ready to be written as an archive. */
export interface ConvertedCompany {
  facts: CompanyFacts
  /** Number of rows by what they are, for the report. */
  counts: Record<string, number>
  losses: Losses
  /** Writes the archive that POST /companies/import takes, and returns its path. */
  write(): Promise<string>
  /** Removes the temporary files. */
  remove(): void
}

/**
 * Reads a former system and converts its companies; nothing is stored.
 * @throws InvalidDump with the first fault
 */
export async function convertCompanies(
  request: ConvertRequest,
): Promise<{ companies: ConvertedCompany[]; homeless: number }> {
  const { companies, homeless } = await request.source.gather()
  const drafts = companies.map((company, at) => draftOf(company, at, request))
  try {
    const unplaced = await readMessages(request.source, drafts)
    return { companies: drafts.map((draft) => finished(draft, request)), homeless: homeless + unplaced }
  } catch (error) {
    for (const { messages } of drafts) messages.remove()
    throw error
  }
}

type Draft = ReturnType<typeof draftOf>

function draftOf(company: FormerCompany, at: number, { files: folder, work, isTaken }: ConvertRequest) {
  const losses = new Losses()
  const people = convertPeople(company, losses, isTaken)
  const { contacts, groups, lines: contactLines, extra } = convertContacts(company, losses)
  const tickets = convertTickets(company, people, contacts, groups, losses)
  const files = new FormerFiles(folder, company.id)
  const messages = new FormerMessages(new SortedLines(join(work, `messages-${at}.lines`)), files, losses)
  const lines: Record<string, Line[]> = {
    ...people.lines,
    contacts: contactLines,
    contact_extra: extra,
    tickets: tickets.lines,
    ticket_tags: tickets.tags,
    attendances: tickets.attendances,
    ticket_notes: tickets.notes,
    quick_messages: convertQuickMessages(company, people, losses),
  }
  return { company, at, losses, files, messages, lines, places: tickets.places }
}

/** Gives each message to the company of its ticket; returns how many have none. */
async function readMessages(source: FormerSystem, drafts: Draft[]): Promise<number> {
  const owners = new Map(
    drafts.flatMap((draft) => [...draft.places].map(([former, place]) => [former, { draft, place }])),
  )
  let unplaced = 0
  for await (const row of source.messages()) {
    const owner = owners.get(idOf(row, 'ticketId') ?? 0)
    if (owner) owner.draft.messages.add(row, owner.place)
    else unplaced++
  }
  return unplaced
}

function finished(draft: Draft, { work, schema }: ConvertRequest): ConvertedCompany {
  const { company, at, losses, lines, messages, files } = draft
  const facts = factsOf(company, lines.users ?? [])
  const counted = ['users', 'queues', 'connections', 'tags', 'quick_messages', 'contacts', 'tickets', 'ticket_notes']
  const counts = Object.fromEntries(counted.map((table) => [table, lines[table]?.length ?? 0]))
  return {
    facts,
    counts: { ...counts, messages: messages.count, files: files.all.length },
    losses,
    write: () => writeArchive(join(work, `company-${at}.tar`), draft, facts, schema),
    remove: () => messages.remove(),
  }
}

function factsOf({ row, id }: FormerCompany, users: Line[]): CompanyFacts {
  const admin = users.find(({ profile }) => profile === 'admin') ?? users[0]
  const email = textOf(row, 'email').trim().toLowerCase()
  return {
    name: lineOf(textOf(row, 'name'), limits.companyName.max, `Empresa ${id ?? 1}`).padEnd(limits.companyName.min, '.'),
    email: isEmail(email) ? email : String(admin?.email ?? 'empresa@import.invalid'),
    phone: textOf(row, 'phone')
      .replaceAll(/[^\d+ ()-]/g, '')
      .slice(0, 20),
    timeZone: usualZone,
    language: defaultLanguage,
  }
}

async function writeArchive(path: string, draft: Draft, company: CompanyFacts, schema: string): Promise<string> {
  const archive = await Archive.create(path)
  try {
    for (const [table, lines] of Object.entries(draft.lines)) await archive.addText(memberOf(table), jsonLines(lines))
    await archive.addText(memberOf('messages'), inPieces(draft.messages.inOrder()))
    const stored: Line[] = []
    for (const file of draft.files.all)
      if (await archive.addFile(`media/${file.id}`, file.path)) stored.push(mediaLine(file, archive))
    await archive.addText(memberOf('media'), jsonLines(stored))
    const createdAt = new Date().toISOString()
    await archive.finish({
      product: 'balcao',
      kind: 'company',
      format: 1,
      schema,
      createdAt,
      company,
      missing: [],
    } satisfies CompanyManifest)
  } catch (error) {
    await archive.abandon()
    throw error
  }
  return path
}

function memberOf(table: string): string {
  const name = `data/${table}.jsonl`
  if (!companyArchiveMember.test(name)) throw new Error(`no member of an archive: ${name}`)
  return name
}

const jsonLines = (lines: Line[]) => inPieces(lines.map((line) => `${JSON.stringify(line)}\n`))

/** Lines in pieces of many: a write for each would take longer than the rest. */
function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece: string[] = []
  for (const line of lines) {
    if (piece.push(line) < 1000) continue
    yield piece.join('')
    piece = []
  }
  yield piece.join('')
}

const mediaLine = ({ id, name, mime, size }: FormerFile, { listed }: Archive): Line => ({
  ...{ id, originalName: name, mime, size },
  sha256: listed.at(-1)?.sha256 ?? '',
})
