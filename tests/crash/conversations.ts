import { expect } from 'bun:test'
import { Beat, type FeatureUnderKills, type Killed } from './feature-under-kills'

/** Texts that a customer writes, each with all answers up to the next one. */
export type Steps = [write: string, answers: string[]][]

interface Talk {
  number: string
  steps: Steps
}

/** Maximum time in ms until an answer, over several kills on a slow machine. */
const maxAnswerMs = 200_000

/** Customers who talk with a robot: each writes a text as soon as all answers to the text before have arrived. */
export class Conversations<T extends Talk> implements Omit<FeatureUnderKills, 'expectEachOnce'> {
  private readonly arrival = new Beat()
  private readonly talking: Promise<void>[] = []

  private constructor(
    readonly name: string,
    private readonly killed: Killed,
    readonly talks: T[],
  ) {}

  /** @param talkOf texts of the nth customer @param firstNumber of the customers, who get consecutive numbers */
  static async open<S extends { steps: Steps }>(
    name: string,
    killed: Killed,
    given: { customers: number; firstNumber: number; talkOf(n: number): S },
  ) {
    const talks = await Promise.all(
      Array.from({ length: given.customers }, async (_, n) => {
        const person = { number: String(given.firstNumber + n), name: `Cliente ${n}` }
        const { number } = await killed.deployment.control.addCustomer(person)
        return { number, ...given.talkOf(n) }
      }),
    )
    return new Conversations(name, killed, talks)
  }

  get contacts() {
    return this.talks.length
  }

  countTickets = () => this.talks.length

  /** Lets some customers begin, so that each kill interrupts some conversations. */
  begin(n: number) {
    const { kills } = this.killed
    const first = (of: number) => Math.floor((of * this.talks.length) / kills)
    for (const talk of this.talks.slice(first(n), first(n + 1))) this.talking.push(this.converse(talk))
  }

  midway = () => this.arrival.next()

  finish = () => Promise.all(this.talking)

  private async converse({ number: phone, steps }: Talk) {
    const { deployment, robots, random } = this.killed
    let count = 0
    for (const [write, answers] of steps) {
      await Bun.sleep(random.between(0, 300))
      await deployment.control.send({ from: phone, to: robots.owner, content: write })
      if (answers.length === 0) continue
      count += answers.length
      await deployment.control.waitForCount({ phone, count, timeout: maxAnswerMs })
      this.arrival.happens()
    }
  }

  /** Expects that each customer got each answer once, in order. */
  async expectAnswers() {
    for (const { number, steps } of this.talks) {
      const arrived = (await this.killed.deployment.control.inbox({ phone: number })).map(({ text }) => text)
      expect(arrived).toEqual(steps.flatMap(([, answers]) => answers))
    }
  }
}
