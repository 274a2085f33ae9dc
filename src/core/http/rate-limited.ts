import { LineLimit } from '../line-limit'
import { log } from '../log'

/** Label of requests refused before the router knows their route. */
const beforeRoute = 'none'

/** Counts responses with ERR_RATE_LIMIT by route, since the start of the process; for metrics. */
class RateLimited {
  private readonly counts = new Map<string, number>()
  private readonly lines = new LineLimit(10)

  /** @param route with its placeholders, so that the number of routes bounds the number of counts */
  count(route: string = beforeRoute) {
    this.lines.use((dropped) => log.warn({ route, dropped }, 'requests are refused by a rate limit'))
    this.counts.set(route, (this.counts.get(route) ?? 0) + 1)
  }

  /** Number of refusals by route. */
  read = (): Record<string, number> => Object.fromEntries(this.counts)
}

/** Refusals of the process. */
export const rateLimited = new RateLimited()
