import i18n from 'i18next'
import type { Node } from '../../../../../src/features/provider/nodes/model'
import { fileSize } from '../../../../lib/file-size'
import { locale } from '../../../../lib/language'
import { formatDateTime, formatSeconds } from '../../../../lib/time'

/** Difference of the clocks in ms up to which they agree; `balcao doctor` names larger ones. */
const noticedMs = 2000

/** Figures of a process for the page: key of the name and text, without those that it does not tell. */
export function nodeFigures(node: Node) {
  const { version, startedAt, seenAt, sessions, jobs, sockets, load, cores } = node
  const figures = [
    ['sessions', numberText(sessions)],
    ['jobs', jobs === null ? null : numberText(jobs)],
    ['sockets', sockets === null ? null : numberText(sockets)],
    [
      'load',
      load === null || cores === null ? null : i18n.t('nodes.loadOf', { load: numberText(load, 2), count: cores }),
    ],
    ['memory', memoryText(node)],
    ['version', version],
    ['startedAt', formatDateTime(startedAt)],
    ['seenAt', seenAt === null ? null : formatSeconds(seenAt)],
    ['clock', clockText(node)],
  ] as const
  return figures.filter((figure): figure is Exclude<typeof figure, readonly [unknown, null]> => figure[1] !== null)
}

const numberText = (value: number, maximumFractionDigits = 0) =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits }).format(value)

const memoryText = ({ memoryBytes, machineBytes }: Node) =>
  memoryBytes === null || machineBytes === null
    ? null
    : i18n.t('nodes.memoryOf', { used: fileSize(memoryBytes), total: fileSize(machineBytes) })

function clockText({ aheadMs }: Node) {
  if (aheadMs === null) return null
  if (Math.abs(aheadMs) < noticedMs) return i18n.t('nodes.clockExact')
  const seconds = numberText(Math.abs(aheadMs) / 1000, 1)
  return i18n.t(aheadMs > 0 ? 'nodes.clockAhead' : 'nodes.clockBehind', { seconds })
}
