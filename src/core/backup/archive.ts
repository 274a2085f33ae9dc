import { type FileHandle, open, rm } from 'node:fs/promises'
import type { CompanyFileFault } from '../../shared/enums'
import { AppError } from '../../shared/errors'
import { parseJson } from '../../shared/json'
import { FileFlusher, renameDurably } from '../storage/durable-file'
import { giveToOwnerOfDirectory } from '../storage/owner'
import { type Member, readMembers, writeEnd, writeMember } from './tar'

interface ListedMember {
  name: string
  size: number
  sha256: string
}
const manifestName = 'manifest.json'

/**
 * Writer of a tar file of texts and files; its last member, the manifest, lists the others with their hashes. The file
 * gets its name only when all of it is on the disk.
 */
export class Archive {
  readonly listed: ListedMember[] = []
  private readonly flushes: FileFlusher

  private constructor(
    private readonly file: FileHandle,
    private readonly path: string,
  ) {
    this.flushes = new FileFlusher(file, path)
  }

  static async create(path: string): Promise<Archive> {
    const file = await open(`${path}.part`, 'w', 0o600)
    giveToOwnerOfDirectory(`${path}.part`)
    return new Archive(file, path)
  }

  /** Adds a text of unknown length by a temporary file: a tar member states its length before its bytes. */
  async addText(name: string, parts: AsyncIterable<string> | Iterable<string>) {
    const beside = `${this.path}.text.part`
    const sink = Bun.file(beside).writer()
    for await (const part of parts) {
      sink.write(part)
      await sink.flush()
    }
    await sink.end()
    await this.addFile(name, beside)
    await rm(beside, { force: true })
  }

  /** Adds a file; false when it does not exist. */
  async addFile(name: string, path: string): Promise<boolean> {
    const source = Bun.file(path)
    if (!(await source.exists())) return false
    const hash = new Bun.CryptoHasher('sha256')
    const { size } = source
    await writeMember(this.file, name, size, size === 0 ? [] : hashed(source, hash))
    await this.flushes.count(size)
    this.listed.push({ name, size, sha256: hash.digest('hex') })
    return true
  }

  async finish(manifest: object) {
    const bytes = Buffer.from(JSON.stringify({ ...manifest, files: this.listed }, null, 1))
    await writeMember(this.file, manifestName, bytes.length, [bytes])
    await writeEnd(this.file)
    await this.flushes.finish()
    await this.file.close()
    await renameDurably(`${this.path}.part`, this.path)
  }

  /** Deletes an unfinished archive. */
  async abandon() {
    await this.file.close().catch(() => {})
    for (const path of [`${this.path}.part`, `${this.path}.text.part`]) await rm(path, { force: true })
  }
}

async function* hashed(source: Blob, hash: Bun.CryptoHasher): AsyncGenerator<Uint8Array> {
  for await (const chunk of source.stream()) {
    hash.update(chunk)
    yield chunk
  }
}

/** Fault of an archive: its kind, and its place for diagnosis. */
export class InvalidArchive extends Error {
  constructor(
    message: string,
    readonly fault: CompanyFileFault = 'content',
  ) {
    super(message)
  }

  toAppError() {
    return new AppError('ERR_IMPORT_FILE', { reason: this.message, fault: this.fault })
  }
}

/** Maximum size of a manifest read into memory. */
const manifestMax = 512 * 1024 * 1024

/**
 * Members of an archive by name, and its manifest. Every byte is compared with its hash; nothing is unpacked.
 * @throws InvalidArchive with the first fault
 */
export async function readArchive<M extends object>(archive: Blob, allowed: RegExp, most: number) {
  const members = await membersOf(archive, allowed, most).catch((error) => {
    throw error instanceof InvalidArchive
      ? error
      : new InvalidArchive(error instanceof Error ? error.message : 'it cannot be read', 'archive')
  })
  const manifest = await manifestOf<M>(members)
  await compare(manifest.files, members)
  return { members, manifest }
}

async function membersOf(archive: Blob, allowed: RegExp, most: number): Promise<Map<string, Member>> {
  const members = new Map<string, Member>()
  for await (const member of readMembers(archive)) {
    const { name } = member
    if (!allowed.test(name) && name !== manifestName) throw new InvalidArchive(`unexpected member "${name}"`)
    if (members.has(name)) throw new InvalidArchive(`it contains ${name} twice`)
    if (members.size >= most) throw new InvalidArchive('it contains too many files', 'archive')
    members.set(name, member)
  }
  return members
}

async function manifestOf<M>(members: Map<string, Member>): Promise<M & { files: ListedMember[] }> {
  const member = members.get(manifestName)
  if (!member) throw new InvalidArchive('it has no manifest, so it was never finished', 'archive')
  if (member.size > manifestMax) throw new InvalidArchive('its manifest is too large', 'archive')
  members.delete(manifestName)
  const manifest = await member.body
    .text()
    .then((text) => parseJson<(M & { files: ListedMember[] }) | null>(text))
    .catch(() => null)
  if (typeof manifest !== 'object' || manifest === null || !Array.isArray(manifest.files))
    throw new InvalidArchive('its manifest cannot be read', 'archive')
  return manifest
}

async function compare(listed: ListedMember[], members: Map<string, Member>) {
  if (listed.length !== members.size) throw new InvalidArchive('it does not contain what its manifest lists', 'changed')
  const unlisted = new Map(members)
  for (const entry of listed) {
    const name = typeof entry?.name === 'string' ? entry.name : ''
    const member = unlisted.get(name)
    if (!member) throw new InvalidArchive(`it does not contain ${name.slice(0, 100)}`, 'changed')
    unlisted.delete(name)
    if ((await hashOf(member)) !== entry.sha256)
      throw new InvalidArchive(`${member.name} does not match its hash in the manifest`, 'changed')
  }
}

async function hashOf({ size, body }: Member): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  if (size > 0) for await (const chunk of body.stream()) hash.update(chunk)
  return hash.digest('hex')
}

/** Lines of a text member. @throws InvalidArchive for a line longer than `most` characters */
export async function* linesOf(body: Blob, most: number): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder('utf-8', { fatal: true })
  if (body.size === 0) return
  for await (const chunk of body.stream()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > most) throw new InvalidArchive('it contains a line that is too long')
    yield* lines
  }
  if (rest !== '') throw new InvalidArchive('its last line is cut short')
}
