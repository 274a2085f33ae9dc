import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SeededRandom } from '../seeded-random'
import type { Change, Step } from './recording'

const sector = 512

/** Content of a file. Its buffer grows by doubling, because a log grows by small writes. */
class Bytes {
  length = 0
  private data = Buffer.alloc(0)

  apply(change: DataChange) {
    if (change.kind === 'truncate') return this.resize(change.length)
    this.resize(Math.max(this.length, change.offset + change.bytes.length))
    change.bytes.copy(this.data, change.offset)
  }

  copy(): Bytes {
    const other = new Bytes()
    other.data = Buffer.from(this.view())
    other.length = this.length
    return other
  }

  view(): Buffer {
    return this.data.subarray(0, this.length)
  }

  private resize(length: number) {
    if (length > this.data.length) {
      const larger = Buffer.alloc(Math.max(length, 2 * this.data.length))
      this.view().copy(larger)
      this.data = larger
    }
    if (length < this.length) this.data.fill(0, length, this.length)
    this.length = length
  }
}

/** Change that a power cut may lose; `ended` changes are covered by a flush that begins later. */
interface Pending<C> {
  change: C
  ended: boolean
}
type DataChange = { kind: 'write'; offset: number; bytes: Buffer } | { kind: 'truncate'; length: number }
type NameChange =
  | { kind: 'add'; name: string; node: Node }
  | { kind: 'remove'; name: string }
  | { kind: 'move'; from: string; to: string; node: Node; source: DirectoryNode; target: DirectoryNode }

class FileNode {
  readonly durable = new Bytes()
  pending: Pending<DataChange>[] = []
}
class DirectoryNode {
  /** Names as running programs see them. */
  readonly live = new Map<string, Node>()
  durable = new Map<string, Node>()
  pending: Pending<NameChange>[] = []
}
type Node = FileNode | DirectoryNode

/**
 * Model of a disk that guarantees only what POSIX does: data is durable after a flush of its file, a name after a flush
 * of its directory. `writeAfterCut` writes one possible state after a power cut: everything flushed, and any part of the
 * rest, in sectors of 512 bytes and in any order.
 */
export class DiskModel {
  private readonly root = new DirectoryNode()
  /** Changes covered by each running flush; they become durable at its end. */
  private readonly coveredByFlush = new Map<Change, Pending<unknown>[]>()
  private readonly begunWrites = new Map<Change, Pending<DataChange>>()

  /** @param directory path in the recording @param initial directory with the content before it, all durable */
  constructor(
    private readonly directory: string,
    private readonly random: SeededRandom,
    initial?: string,
  ) {
    if (initial) readTree(this.root, initial)
  }

  /** Applies the next step of a recording. */
  applyStep({ at, change, origin }: Step) {
    if (change.kind === 'write' || change.kind === 'truncate') return this.applyData(at, change, origin)
    if (change.kind === 'flush') return this.applyFlush(at, change.path, origin)
    if (at === 'end') this.applyNames(change)
  }

  private applyData(at: Step['at'], change: DataChange & { path: string }, origin: Change) {
    if (at === 'begin') {
      const node = this.findNode(change.path)
      if (!(node instanceof FileNode)) return // the file is unlinked but still open
      const pending = { change, ended: false }
      node.pending.push(pending)
      this.begunWrites.set(origin, pending)
      return
    }
    const pending = this.begunWrites.get(origin)
    if (!pending) return
    this.begunWrites.delete(origin)
    pending.change = change
    pending.ended = true
  }

  private applyFlush(at: Step['at'], path: string, origin: Change) {
    const node = this.findNode(path)
    if (!node) return
    if (at === 'begin') {
      const pending: Pending<unknown>[] = node.pending
      const ended = pending.filter((each) => each.ended)
      this.coveredByFlush.set(origin, ended)
      return
    }
    const covered = new Set(this.coveredByFlush.get(origin))
    this.coveredByFlush.delete(origin)
    if (node instanceof FileNode) makeDataDurable(node, covered, at === 'failed' ? this.random : null)
    else if (at === 'end') for (const each of node.pending) if (covered.has(each)) makeNameDurable(node, each)
  }

  private applyNames(change: Change) {
    if (change.kind === 'open') this.applyOpen(change.path, change.creates, change.empties)
    if (change.kind === 'mkdir' && !this.findNode(change.path)) this.addName(change.path, new DirectoryNode())
    if (change.kind === 'unlink' || change.kind === 'rmdir') this.removeName(change.path)
    if (change.kind === 'link') this.addName(change.to, this.findNode(change.from) ?? new FileNode())
    if (change.kind === 'rename') this.renameNode(change.from, change.to)
  }

  private applyOpen(path: string, creates: boolean, empties: boolean) {
    const node = this.findNode(path)
    if (!node && creates) this.addName(path, new FileNode())
    if (node instanceof FileNode && empties) node.pending.push({ change: { kind: 'truncate', length: 0 }, ended: true })
  }

  private addName(path: string, node: Node) {
    const { parent, name } = this.locate(path)
    parent.live.set(name, node)
    parent.pending.push({ change: { kind: 'add', name, node }, ended: true })
  }

  private removeName(path: string) {
    const { parent, name } = this.locate(path)
    parent.live.delete(name)
    parent.pending.push({ change: { kind: 'remove', name }, ended: true })
  }

  /** Renames atomically, also between directories, as journalling file systems do; a flush of either is enough. */
  private renameNode(from: string, to: string) {
    const [source, target] = [this.locate(from), this.locate(to)]
    const node = source.parent.live.get(source.name)
    if (!node) throw new Error(`${from} was renamed and is not known`)
    source.parent.live.delete(source.name)
    target.parent.live.set(target.name, node)
    const parents = { source: source.parent, target: target.parent }
    const pending = {
      change: { kind: 'move', from: source.name, to: target.name, node, ...parents },
      ended: true,
    } as const
    for (const parent of new Set([source.parent, target.parent])) parent.pending.push(pending)
  }

  /** Writes one possible state after a power cut to an empty directory. */
  writeAfterCut(to: string) {
    const { random } = this
    const fates = new Map<Pending<NameChange>, boolean>()
    writeTree(this.root, to, (node) => {
      const share = random.pick([0, 0.5, 1, random.next()])
      if (node instanceof FileNode) return tornContent(node, random, share)
      for (const each of node.pending) if (!fates.has(each)) fates.set(each, random.happens(share))
      return namesOf(node, fates)
    })
  }

  /** Writes the state that programs see while the power is on. */
  writeLive(to: string) {
    writeTree(this.root, to, (node) => (node instanceof FileNode ? liveContent(node) : node.live))
  }

  private findNode(path: string): Node | undefined {
    let node: Node | undefined = this.root
    for (const name of this.parts(path)) node = node instanceof DirectoryNode ? node.live.get(name) : undefined
    return node
  }

  private locate(path: string): { parent: DirectoryNode; name: string } {
    const name = this.parts(path).at(-1)
    const parent = this.findNode(path.slice(0, path.lastIndexOf('/')))
    if (name === undefined || !(parent instanceof DirectoryNode)) throw new Error(`${path} has no known directory`)
    return { parent, name }
  }

  private parts(path: string): string[] {
    return path.slice(this.directory.length).split('/').filter(Boolean)
  }
}

function liveContent({ durable, pending }: FileNode): Buffer {
  const bytes = durable.copy()
  for (const { change } of pending) bytes.apply(change)
  return bytes.view()
}

/** Content with a random part of the unflushed changes: each sector of each write and each truncation independently. */
function tornContent({ durable, pending }: FileNode, random: SeededRandom, share: number): Buffer {
  const bytes = durable.copy()
  for (const { change } of pending) for (const piece of piecesOf(change)) if (random.happens(share)) bytes.apply(piece)
  return bytes.view()
}

const piecesOf = (change: DataChange): Iterable<DataChange> => (change.kind === 'write' ? sectorsOf(change) : [change])

function* sectorsOf({ offset, bytes }: { offset: number; bytes: Buffer }) {
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + sector - ((offset + at) % sector))
    yield { kind: 'write', offset: offset + at, bytes: bytes.subarray(at, end) } as const
    at = end
  }
}

/**
 * Makes changes of a file's data durable. After a failed flush (`failing`) only a random part of them becomes durable:
 * the kernel drops the rest, although programs still read it, and no later flush writes it.
 */
function makeDataDurable(file: FileNode, covered: Set<Pending<unknown>>, failing: SeededRandom | null) {
  for (const each of file.pending.filter((each) => covered.has(each)))
    for (const piece of piecesOf(each.change)) if (!failing?.happens(0.5)) file.durable.apply(piece)
  file.pending = file.pending.filter((each) => !covered.has(each))
}

/** Makes a change of names durable, in both directories of a rename. */
function makeNameDurable(directory: DirectoryNode, pending: Pending<NameChange>) {
  const { change } = pending
  const touched = change.kind === 'move' ? new Set([change.source, change.target]) : [directory]
  for (const each of touched) {
    applyName(each, each.durable, change)
    each.pending = each.pending.filter((other) => other !== pending)
  }
}

function applyName(directory: DirectoryNode, names: Map<string, Node>, change: NameChange) {
  if (change.kind === 'add') names.set(change.name, change.node)
  if (change.kind === 'remove') names.delete(change.name)
  if (change.kind === 'move' && directory === change.source) names.delete(change.from)
  if (change.kind === 'move' && directory === change.target) names.set(change.to, change.node)
}

function namesOf(directory: DirectoryNode, fates: Map<Pending<NameChange>, boolean>): Map<string, Node> {
  const names = new Map(directory.durable)
  for (const each of directory.pending) if (fates.get(each)) applyName(directory, names, each.change)
  return names
}

function readTree(directory: DirectoryNode, from: string) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const node = entry.isDirectory() ? new DirectoryNode() : new FileNode()
    directory.live.set(entry.name, node)
    directory.durable.set(entry.name, node)
    const path = join(from, entry.name)
    if (node instanceof DirectoryNode) readTree(node, path)
    else node.durable.apply({ kind: 'write', offset: 0, bytes: readFileSync(path) })
  }
}

type Content = Buffer | Map<string, Node>

function writeTree(node: Node, to: string, contentOf: (node: Node) => Content) {
  const content = contentOf(node)
  if (content instanceof Map) {
    mkdirSync(to, { recursive: true, mode: 0o700 })
    for (const [name, child] of content) if (!isShared(name)) writeTree(child, join(to, name), contentOf)
  } else writeFileSync(to, content, { mode: 0o600 })
}

/** True for shared memory of SQLite, which is never flushed and is rebuilt when the database is opened. */
const isShared = (name: string) => name.endsWith('-shm')
