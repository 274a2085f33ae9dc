import { AppError } from '../../shared/errors'

const mebibyte = 2 ** 20
/** Smaller bodies are not counted. */
const large = mebibyte
/** Bytes of large bodies in memory: of one company, and of all together. */
const perCompany = 64 * mebibyte
const usual = 128 * mebibyte
/** Bytes of all together, up to which a company that holds no large body may still begin one. */
const withNewcomers = 320 * mebibyte
/** Estimated seconds until a body has been read and stored. */
const retryAfter = 5

/**
 * Bounds the memory of large bodies, such as forms with files, which are held whole until the request is answered. One
 * body always fits, so that companies with many large bodies keep no other company from sending one.
 */
export class BodyMemory {
  /** Number of refusals since the start of the process; for metrics. */
  refused = 0
  private readonly held = new Map<Request, { companyId: number; size: number }>()

  /** Counts a body of this size until `leave`. @throws ERR_BUDGET with `retryAfter` */
  enter(request: Request, companyId: number, size: number) {
    if (size <= large) return
    const own = this.bytes(companyId)
    const all = this.bytes()
    const isWithin =
      own === 0 ? all + size <= (all === 0 ? size : withNewcomers) : own + size <= perCompany && all + size <= usual
    if (!isWithin) {
      this.refused++
      throw new AppError('ERR_BUDGET', { budget: 'forms', retryAfter })
    }
    this.held.set(request, { companyId, size })
  }

  /** May be called for every request. */
  leave(request: Request) {
    if (this.held.size > 0) this.held.delete(request)
  }

  /** Bytes held by a company, or by all. */
  bytes(companyId?: number): number {
    let sum = 0
    for (const body of this.held.values()) if (companyId === undefined || body.companyId === companyId) sum += body.size
    return sum
  }
}

/** Large bodies of the process. */
export const bodyMemory = new BodyMemory()
