/** The value below which this share of the values lies. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const median = (values: number[]) => percentile(values, 0.5)

/** Rounded to two decimals; to an integer from 100 on. */
export const round = (value: number) => (Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100)

/** One line of the table: name, bar, figure and all rounds. */
export interface Measure {
  name: string
  bar: string
  figure: number
  unit: string
  met: boolean
  rounds: string
  /** The same figure where the load generator works beside a server that does not do the attacked work. */
  control?: string
}

/**
 * Runs two sides alternately and swaps their order each round, so that both see the same load of the machine. Returns
 * the figures of each round.
 */
export async function interleaved<A, B>(rounds: number, ours: () => Promise<A>, theirs: () => Promise<B>) {
  const pairs: [A, B][] = []
  for (let n = 0; n < rounds; n++) {
    if (n % 2 === 0) {
      const a = await ours()
      pairs.push([a, await theirs()])
    } else {
      const b = await theirs()
      pairs.push([await ours(), b])
    }
  }
  return pairs
}

/** A measure that is a ratio of two sides, median of the rounds. */
export function ratio(name: string, bar: number, better: 'more' | 'less', pairs: [number, number][]): Measure {
  const ratios = pairs.map(([ours, theirs]) => ours / theirs)
  const figure = median(ratios)
  return {
    name,
    bar: `${better === 'more' ? '≥' : '≤'} ${bar}`,
    figure,
    unit: '×',
    met: better === 'more' ? figure >= bar : figure <= bar,
    rounds: pairs.map(([a, b]) => `${round(a)}/${round(b)}`).join(' · '),
  }
}

/** A measure that is a plain figure which must stay below the bar. */
export function below(name: string, bar: number, unit: string, values: number[]): Measure {
  const figure = median(values)
  const rounds = values.map((value) => String(round(value))).join(' · ')
  return { name, bar: `< ${bar} ${unit}`, figure, unit, met: figure < bar, rounds }
}
