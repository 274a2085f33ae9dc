import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'

/** Maximum number of large forms read at the same time in this process. Forms of up to 81 MB are read into memory. */
const maxConcurrent = 2
/** Estimated seconds until one of them is finished. */
const retryAfter = 5

/** Limits concurrent large multipart uploads; answers 429 above the limit. */
export class LargeForms {
  private readonly held = new Set<Request>()

  /**
   * Counts the request until `leave`. A request without a length counts as large. @throws ERR_RATE_LIMIT with
   * `retryAfter`
   */
  enter(request: Request) {
    const { headers } = request
    if (Number(headers.get('content-length')) <= limits.body && !headers.has('transfer-encoding')) return
    if (this.held.size >= maxConcurrent) throw new AppError('ERR_RATE_LIMIT', { retryAfter })
    this.held.add(request)
  }

  /** May be called more than once. */
  leave(request: Request) {
    this.held.delete(request)
  }
}
