import { ArrowRight, Minus, PencilLine, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Comparison, isSame } from '../../../../../src/shared/flow/differences'
import type { StoredFlow } from '../../../../../src/shared/flow/read'
import type { StoredNode } from '../../../../../src/shared/flow/read-node'
import { useTranslation } from '../../../../lib/use-translation'
import { readCard } from '../editor/read-card'
import { useSummary, useWayName } from '../editor/use-summary'
import { useNodeDetail } from './node-detail'

interface DifferencesProps {
  comparison: Comparison
  before: StoredFlow
  after: StoredFlow
}

/** The differences between two contents, in words. */
export function Differences({ comparison, before, after }: DifferencesProps) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  const { added, removed, changed, ways } = comparison
  if (isSame(comparison)) return <p className="text-muted">{t('flowVersions.same')}</p>
  return (
    <div className="flex flex-col gap-4">
      <Part title={t('flowVersions.added', { count: added.length })} icon={<Plus aria-hidden className="text-good" />}>
        {added.map((node) => (
          <li key={node.id}>{nameOf(node)}</li>
        ))}
      </Part>
      <Part
        title={t('flowVersions.removed', { count: removed.length })}
        icon={<Minus aria-hidden className="text-danger-ink" />}
      >
        {removed.map((node) => (
          <li key={node.id}>{nameOf(node)}</li>
        ))}
      </Part>
      <Part
        title={t('flowVersions.edited', { count: changed.length })}
        icon={<PencilLine aria-hidden className="text-warn" />}
      >
        {changed.map((change) => (
          <li key={change.after.id}>
            <Change {...change} />
          </li>
        ))}
      </Part>
      <Part title={t('flowVersions.ways', { count: ways.length })} icon={<ArrowRight aria-hidden />}>
        {ways.map((way) => (
          <li key={`${way.source}/${way.handle}`}>
            <Way {...way} flows={[before, after]} />
          </li>
        ))}
      </Part>
    </div>
  )
}

function Part({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section>
      <h3 className="flex items-center gap-2 font-semibold text-sm [&_svg]:size-4">
        {icon}
        {title}
      </h3>
      <ul className="mt-1 flex flex-col gap-1 pl-6 text-sm wrap-anywhere">{children}</ul>
    </section>
  )
}

/**
 * Both contents of a node: its whole summary, else the settings that the summary leaves out; one line when neither shows
 * the change.
 */
function Change({ before, after }: { before: StoredNode; after: StoredNode }) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  const detailOf = useNodeDetail()
  const [old, current] = [nameOf(before, Number.POSITIVE_INFINITY), nameOf(after, Number.POSITIVE_INFINITY)]
  if (old !== current) return <Both old={old} current={current} />
  const [oldDetail, detail] = [detailOf(readCard(before)), detailOf(readCard(after))]
  return (
    <>
      {nameOf(after)}
      {oldDetail === detail ? (
        <span className="text-muted"> {t('flowVersions.otherSettings')}</span>
      ) : (
        <Both old={oldDetail} current={detail} />
      )}
    </>
  )
}

const Both = ({ old, current }: { old: string; current: string }) => (
  <>
    <del className="block text-muted">{old}</del>
    <ins className="block no-underline">{current}</ins>
  </>
)

interface WayProps {
  source: string
  handle: string
  before: string | null
  after: string | null
  flows: [before: StoredFlow, after: StoredFlow]
}

function Way({ source, handle, before, after, flows: [old, current] }: WayProps) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  const wayName = useWayName()
  const find = (flow: StoredFlow, id: string | null) => flow.nodes.find((node) => node.id === id)
  const place = (flow: StoredFlow, id: string | null) => {
    const node = find(flow, id)
    return node ? nameOf(node) : t('flowBuilder.nowhere')
  }
  const from = find(current, source)
  if (!from) return null
  return (
    <>
      {nameOf(from)} · {wayName(readCard(from), handle)}
      <Both old={place(old, before)} current={place(current, after)} />
    </>
  )
}

/** Characters of a node's content in its name. */
const maxLength = 120

/** Function that names a node by its kind and content. */
function useNameOf() {
  const { t } = useTranslation()
  const summary = useSummary()
  return (stored: StoredNode, max = maxLength): string => {
    const node = readCard(stored)
    const kind = t(`flowBuilder.kinds.${node.kind}`)
    const text = node.kind === 'start' ? '' : summary(node, stored.type).trim()
    const named = text.startsWith(kind) ? text : [kind, text].filter(Boolean).join(': ')
    return named.length > max ? `${named.slice(0, max)}…` : named
  }
}
