/** Look of the labels of an axis. */
export const axisTick = { fill: 'var(--muted)', fontSize: 12 }

/** Look of the box with the values under the pointer. */
export const tooltipStyle = {
  cursor: { fill: 'var(--hover)' },
  isAnimationActive: false,
  contentStyle: { background: 'var(--raised)', border: '1px solid var(--line)', borderRadius: 8, fontSize: 12 },
  labelStyle: { color: 'var(--ink)' },
  itemStyle: { color: 'var(--ink)' },
}

/** Look of the lines behind upright bars. */
export const gridStyle = { vertical: false, stroke: 'var(--line)' }

/** Look of the axis below upright bars, and of the one beside them that counts. */
export const labelAxis = { tick: axisTick, tickLine: false, axisLine: { stroke: 'var(--line)' } }
export const countAxis = { tick: axisTick, tickLine: false, axisLine: false, allowDecimals: false }

/** Look of the names of the series; in the order of the bars. */
export const legendStyle = {
  itemSorter: null,
  iconType: 'square' as const,
  iconSize: 10,
  formatter: (text: string) => <span className="text-ink">{text}</span>,
}

/** Look of upright bars. */
export const barStyle = { isAnimationActive: false, radius: [2, 2, 0, 0] as [number, number, number, number] }
