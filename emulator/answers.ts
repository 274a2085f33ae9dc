import type { CustomerPhone } from './customer-phone'
import type { OwnerPhone } from './owner-phone'

/** Answers that a customer sends without being told to. */
export interface AnswerPlan {
  text: string
  /** Milliseconds from the received message to the answer. */
  afterMs: number
  /** Number of answers to each owner; default 1, so that two robots do not talk for ever. */
  times?: number
}

/** Automatic answers of one customer. Messages received while an answer is due bring no second one. */
export class Answers {
  private plan?: AnswerPlan
  private readonly sentCounts = new Map<OwnerPhone, number>()
  private readonly dueAnswers = new Map<OwnerPhone, ReturnType<typeof setTimeout>>()

  constructor(private readonly customer: CustomerPhone) {}

  get current() {
    return this.plan
  }

  /** Starts a plan, or ends it with undefined; answers that are due are dropped. */
  setPlan(plan: AnswerPlan | undefined) {
    for (const timer of this.dueAnswers.values()) clearTimeout(timer)
    this.dueAnswers.clear()
    this.sentCounts.clear()
    this.plan = plan
  }

  /** Called for each message of an owner that this customer receives. */
  schedule(owner: OwnerPhone) {
    const { plan, customer } = this
    const sent = this.sentCounts.get(owner) ?? 0
    if (!plan || this.dueAnswers.has(owner) || sent >= (plan.times ?? 1)) return
    const timer = setTimeout(() => {
      this.dueAnswers.delete(owner)
      this.sentCounts.set(owner, sent + 1)
      const { network } = customer
      network
        .sendAnswer(customer, owner, plan.text)
        .catch((error) => network.log(`answer of ${customer.number}: ${error}`))
    }, plan.afterMs)
    timer.unref()
    this.dueAnswers.set(owner, timer)
  }
}
