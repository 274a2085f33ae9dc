import { AppError, type ErrorCode } from '../../shared/errors'
import { workMarks } from '../process/work-marks'
import { Rotation } from '../rotation'
import type { Handle } from '../storage/db'
import type { MediaSource } from '../storage/media-source'
import type { CompanyId } from '../storage/schema'

/** Archive to write, of a company or of one contact: `path` of the archive, and where the media files are. */
export interface ArchiveOrder {
  companyId: CompanyId
  contactId: number | null
  path: string
  media: MediaSource
}
/** Facts of a written archive. */
export interface WrittenArchive {
  size: number
  sha256: string
}

/** Writes an archive from a snapshot of the database. */
export type WriteArchive = (snapshot: Handle, order: ArchiveOrder) => Promise<WrittenArchive>

/** Message to the worker; `file` of the database. */
export interface ToArchiver {
  file: string
  order: ArchiveOrder
}
/** Message from the worker. */
export type FromArchiver =
  | { type: 'written'; written: WrittenArchive }
  | { type: 'refused'; code: ErrorCode }
  | { type: 'failed'; message: string }

/**
 * Writes archives in a worker that reads a snapshot of the database, so that reading, hashing and flushing hold up no
 * request (ADR 0075). One archive of a company and one of a contact at a time, each with companies in rotation: the few
 * rows of a contact do not wait for all those of a company. Each archive gets a new worker, whose memory ends with it.
 */
export class ArchiveThread {
  private readonly turns = { company: new Rotation<CompanyId>(), contact: new Rotation<CompanyId>() }
  private readonly aborts = new Set<(reason: Error) => void>()
  private isStopped = false

  constructor(
    private readonly address: URL,
    private readonly file: string,
  ) {}

  /** Resolves when the archive is on the disk. @throws AppError of the writer, Error when it fails and after `stop` */
  write(order: ArchiveOrder): Promise<WrittenArchive> {
    const turns = order.contactId === null ? this.turns.company : this.turns.contact
    return workMarks.whileAway(turns.run(order.companyId, () => this.writeNow(order)))
  }

  /** Ends the workers at once; the archives under way fail. */
  stop() {
    this.isStopped = true
    for (const abort of this.aborts) abort(new Error('the server stops'))
  }

  private async writeNow(order: ArchiveOrder): Promise<WrittenArchive> {
    if (this.isStopped) throw new Error('the server stops')
    const { promise, resolve, reject } = Promise.withResolvers<WrittenArchive>()
    this.aborts.add(reject)
    const worker = new Worker(this.address, { ref: false })
    worker.onmessage = ({ data }: MessageEvent<FromArchiver>) =>
      data.type === 'written' ? resolve(data.written) : reject(errorOf(data))
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.postMessage({ file: this.file, order } satisfies ToArchiver)
    try {
      return await promise
    } finally {
      this.aborts.delete(reject)
      worker.terminate()
    }
  }
}

const errorOf = (answer: FromArchiver & { type: 'refused' | 'failed' }) =>
  answer.type === 'refused' ? new AppError(answer.code) : new Error(answer.message)
