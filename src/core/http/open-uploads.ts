import { AppError } from '../../shared/errors'

/** Files that stream to the disk at the same time: of one person, and of one company. */
const perPerson = 10
const perCompany = 50
/** Estimated seconds until one of them has ended. */
const retryAfter = 5

/**
 * Bounds the number of uploads in progress: each holds a connection, an open file and a buffer for as long as its client
 * likes to send.
 */
export class OpenUploads {
  /** Number of refusals since the start of the process; for metrics. */
  refused = 0
  private readonly counts = new Map<string, number>()

  /** Runs an upload while it is counted. @throws ERR_BUDGET with `retryAfter` */
  async run<R>({ companyId, userId }: { companyId: number; userId: number }, upload: () => Promise<R>): Promise<R> {
    const [person, company] = [`person ${userId}`, `company ${companyId}`]
    if (this.count(person) >= perPerson || this.count(company) >= perCompany) {
      this.refused++
      throw new AppError('ERR_BUDGET', { budget: 'uploads', retryAfter })
    }
    this.change(person, 1)
    this.change(company, 1)
    try {
      return await upload()
    } finally {
      this.change(person, -1)
      this.change(company, -1)
    }
  }

  private count = (key: string) => this.counts.get(key) ?? 0

  private change(key: string, by: number) {
    const count = this.count(key) + by
    if (count > 0) this.counts.set(key, count)
    else this.counts.delete(key)
  }
}

/** Uploads of the process. */
export const openUploads = new OpenUploads()
