/** Look of the labels of an axis. */
export const axisTick = { fill: 'var(--muted)', fontSize: 12 }

/** Look of the box with the values under the pointer. */
export const tooltipStyle = {
  cursor: { fill: 'var(--hover)' },
  isAnimationActive: false,
  contentStyle: { background: 'var(--raised)', border: '1px solid var(--line)', borderRadius: 6, fontSize: 12 },
  labelStyle: { color: 'var(--ink)' },
  itemStyle: { color: 'var(--ink)' },
}
