import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'

/** Forms of up to 81 MB are read into memory: of those larger than any other route's, so many at once in the process. */
const most = 2
/** Seconds until one of them will be through, as a guess. */
const retryAfter = 5

/** Who is reading a large form now; whoever comes when there are enough is told to come again. */
export class LargeForms {
  private readonly held = new Set<Request>()

  /** Until `leave`. One that does not say how long it is may be large. @throws ERR_RATE_LIMIT with `retryAfter` */
  enter(request: Request) {
    const { headers } = request
    if (Number(headers.get('content-length')) <= limits.body && !headers.has('transfer-encoding')) return
    if (this.held.size >= most) throw new AppError('ERR_RATE_LIMIT', { retryAfter })
    this.held.add(request)
  }

  /** As often as one likes. */
  leave(request: Request) {
    this.held.delete(request)
  }
}
