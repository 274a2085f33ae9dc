import { AppError } from '../../shared/errors'
import { Buckets, type Clock } from './rate-limit'

/** Number of requests that fit at once; used ones are refilled evenly within `seconds`. */
type Allowance = readonly [requests: number, seconds: number]

interface Budget {
  person?: Allowance
  company: Allowance
  /**
   * Requests that the budget counts, as `GET /api/path?query`; without it features call `spend`. The router also accepts
   * a slash at the end, and every spelling of a number (`7`, `%37`, `7.0`).
   */
  routes?: RegExp
}

/**
 * Budgets of expensive functions per person and per company (ADR 0058): more than a person at a screen needs, less than a
 * program in a loop. Other requests have only the limit of all requests of a person (features/accounts/auth/rate-limits.ts).
 */
export const budgets = {
  /**
   * A search folds up to 384 KiB of text, 5 to 40 ms of the main thread, or compares all rows of a list in the thread that
   * companies share (ADR 0075). The audit log has no index for its filters: a page, and the values to filter by, compare
   * all of its lines.
   */
  search: {
    person: [120, 60],
    company: [1200, 60],
    routes:
      /^GET \/api\/(search\/?(\?|$)|audit(\/choices)?\/?(\?|$)|messages\/[^/]+\/search\b|(tickets|contacts|contacts\/list|contact-list-items|schedules|opt-outs|quick-messages|campaigns\/[^/]+\/recipients)\/?\?(.*&)?searchParam=[^&])/,
  },
  /** Figures of a period: up to 366 days that are read from their attendances. */
  report: {
    person: [120, 60],
    company: [600, 60],
    routes:
      /^GET \/api\/(dashboard(\/(tickets\w+|parts|conversations))?|campaigns\/[^/]+\/report|whatsapp\/[^/]+\/health)\/?(\?|$)/,
  },
  /** All rows of a kind as a file. */
  export: {
    person: [30, 600],
    company: [90, 600],
    routes:
      /^(POST \/api\/(exports|contacts\/[^/]+\/data|companies\/[^/]+\/exports)|GET \/api\/((contacts|audit|dashboard|opt-outs|campaigns\/[^/]+|flowbuilder\/flow\/[^/]+)\/export|dashboard\/(ratings|parts\/export)|(contact-list-imports|contacts\/imports)\/[^/]+\/errors))\/?(\?|$)/,
  },
  /** Files and lists whose rows are read, compared and stored. */
  import: {
    person: [30, 600],
    company: [90, 600],
    routes:
      /^POST \/api\/(contacts\/(upload|imports?)|contact-lists\/([^/]+\/upload|from)|(flowbuilder|opt-outs|companies)\/import)\/?(\?|$)/,
  },
  /** Files of messages and forms. */
  upload: {
    person: [240, 120],
    company: [2400, 120],
    routes:
      /^(PUT \/api\/messages\/[^/]+\/upload|POST \/api\/(.+\/media-upload|flowbuilder\/(img|audio|content)|files\/uploadList\/.*))\/?(\?|$)/,
  },
  /** Texts and number of recipients of a campaign that is being written, and people of a file by other columns. */
  preview: {
    person: [120, 60],
    company: [600, 60],
    routes:
      /^(POST \/api\/campaigns\/(preview|estimate)|PUT \/api\/(contacts\/imports|contact-list-imports)\/[^/]+\/preview)\/?(\?|$)/,
  },
  /** Flows that are tried, checked or replayed, and tests of prompts, integrations, webhooks and campaigns. */
  trial: {
    person: [90, 60],
    company: [300, 60],
    routes:
      /^POST \/api\/(flowbuilder\/flow\/[^/]+\/(try\/\w+|replays|cases|cases\/check|publish)|prompt\/test(-voice)?|queueIntegration\/testSession|(webhooks|campaigns)\/[^/]+\/test)\/?(\?|$)/,
  },
  /** Calls of trials to services outside. */
  trialCall: { company: [60, 60] },
  /** Passwords that are hashed, and answers whether an e-mail is taken. */
  account: { person: [60, 600], company: [120, 600], routes: /^(POST \/api\/users|PUT \/api\/users\/[^/]+)\/?(\?|$)/ },
  /** Pages that are fetched because a customer or a user wrote their address. */
  linkPreview: { company: [300, 600] },
} as const satisfies Record<string, Budget>

type BudgetName = keyof typeof budgets

/** Company whose budget is used, and the person in it. */
interface Payer {
  companyId: number
  /** For a program, the negative id of its API key. */
  userId?: number
}

/** Budgets of the process. A company that has used up its own delays no other company. */
export class CostBudgets {
  private readonly buckets
  /** Number of refusals by budget since the start of the process; for metrics. */
  readonly refused = Object.fromEntries(Object.keys(budgets).map((name) => [name, 0])) as Record<BudgetName, number>

  /** @param factor by which the operator multiplies every budget (`BALCAO_BUDGETS`) */
  constructor(factor = 1, clock?: Clock) {
    const bucketsOf = ([requests, seconds]: Allowance) => new Buckets(Math.max(1, requests * factor), seconds, clock)
    this.buckets = new Map(
      Object.entries(budgets as Record<string, Budget>).map(([name, { person, company }]) => [
        name,
        { person: person && bucketsOf(person), company: bucketsOf(company) },
      ]),
    )
  }

  /** Counts one use. A use that the company's budget refuses costs the person nothing. @throws ERR_BUDGET */
  spend(name: BudgetName, { companyId, userId }: Payer) {
    const { person, company } = this.buckets.get(name) as { person?: Buckets; company: Buckets }
    try {
      if (userId !== undefined) person?.take(`${userId}`)
      try {
        company.take(`${companyId}`)
      } catch (error) {
        if (userId !== undefined) person?.giveBack(`${userId}`)
        throw error
      }
    } catch (error) {
      this.refused[name]++
      throw error instanceof AppError ? new AppError('ERR_BUDGET', { budget: name, ...error.detail }) : error
    }
  }

  /** Counts one use for a company; false when its budget is used up. */
  trySpend(name: BudgetName, companyId: number): boolean {
    try {
      this.spend(name, { companyId })
      return true
    } catch {
      return false
    }
  }

  /** Counts a request against the budget of its route, if there is one. @throws ERR_BUDGET */
  spendRequest({ method, url }: { method: string; url: string }, payer: Payer) {
    const verb = method === 'HEAD' ? 'GET' : method // HEAD runs the route of GET
    const name = budgetOf(`${verb} ${withPlainQuery(url.slice(url.indexOf('/', url.indexOf('://') + 3)))}`)
    if (name) this.spend(name, payer)
  }
}

/** The address with the names of its query as the routes read them: `search%50aram` is `searchParam`. */
function withPlainQuery(address: string): string {
  const query = address.indexOf('?')
  if (query < 0 || !address.includes('%', query)) return address
  return `${address.slice(0, query)}?${new URLSearchParams(address.slice(query))}`
}

const routed = Object.entries(budgets as Record<string, Budget>).flatMap(([name, { routes }]) =>
  routes ? [{ name: name as BudgetName, routes }] : [],
)

/** Budget of a request such as `GET /api/search?q=ana`; undefined for most requests. */
export const budgetOf = (request: string): BudgetName | undefined =>
  routed.find(({ routes }) => routes.test(request))?.name
