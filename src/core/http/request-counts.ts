import { Histogram } from '../process/histogram'

/** Upper bounds of the times until a response, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** Class of pages and files of the interface, and of addresses without a route. */
const pages = 'page'

/**
 * Counts responses by class of route and kind of status, since the start of the process; for metrics. A class is the
 * first word of a route, such as `tickets`: the routes bound the number of classes.
 */
class RequestCounts {
  readonly seconds = new Histogram(bounds)
  private readonly counts = new Map<string, number>()
  private classes = new Set<string>()

  /** Sets the classes. @param routes with their placeholders */
  nameClasses(routes: readonly { path: string }[]) {
    this.classes = new Set(routes.map(({ path }) => firstWord(path)).filter((word) => /^[\w.-]+$/.test(word)))
  }

  /** @param url whole address of the request @param status of the response; 0 without one */
  count(url: string, status: number, ms: number) {
    this.seconds.add(ms / 1000)
    const word = firstWord(pathOf(url))
    const key = `${this.classes.has(word) ? word : pages} ${status === 0 ? 'none' : `${Math.floor(status / 100)}xx`}`
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
  }

  /** Number of responses by `class status`. */
  read = (): Record<string, number> => Object.fromEntries(this.counts)
}

/** Responses of the process. */
export const requestCounts = new RequestCounts()

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  return start < 0 ? '/' : url.slice(start)
}

/** First word of a path after `/api`: of `/api/tickets/7?x=1` it is `tickets`. */
function firstWord(path: string): string {
  const [, first = '', second = ''] = path.split(/[/?#]/, 3)
  return first === 'api' ? second : first
}
