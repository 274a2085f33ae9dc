import { GitCompareArrows, RotateCcw, Tag } from 'lucide-react'
import { useState } from 'react'
import type { FlowVersion } from '../../../../../src/features/automation/flows/model'
import { Badge } from '../../../../components/badge'
import { EmptyState } from '../../../../components/empty-state'
import { ErrorState } from '../../../../components/error-state'
import { IconButton } from '../../../../components/icon-button'
import { SkeletonRows } from '../../../../components/skeleton'
import { formatDateTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import type { FlowDocument } from '../editor/document'
import { ComparePanel } from './compare-panel'
import { restoreVersion, useVersions } from './use-versions'

/** Published versions of the flow, to compare two of them and to take one back. */
export function VersionsPanel({ document }: { document: FlowDocument }) {
  const { t } = useTranslation()
  const { versions, failure, reload } = useVersions(document)
  const [compared, setCompared] = useState<number | null>(null)
  if (failure && !versions) return <ErrorState failure={failure} onRetry={reload} />
  if (!versions) return <SkeletonRows rows={4} avatar={false} />
  if (versions.length === 0)
    return <EmptyState icon={<Tag />} title={t('flowVersions.none')} text={t('flowVersions.noneText')} />
  if (compared !== null)
    return <ComparePanel document={document} versions={versions} from={compared} onClose={() => setCompared(null)} />
  return (
    <ul aria-label={t('flowVersions.title')} className="divide-y divide-line">
      {versions.map((version) => (
        <VersionRow
          key={version.id}
          version={version}
          onCompare={() => setCompared(version.number)}
          onRestore={() => void restoreVersion(document, version.number)}
        />
      ))}
    </ul>
  )
}

interface VersionRowProps {
  version: FlowVersion
  onCompare: () => void
  onRestore: () => void
}

function VersionRow({ version, onCompare, onRestore }: VersionRowProps) {
  const { t } = useTranslation()
  const { number, userName, createdAt, isPublished } = version
  const note = useNote(version)
  return (
    <li className="flex items-start gap-2 py-2 pr-1 pl-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {t('flowVersions.number', { number })}
          {isPublished && (
            <Badge tone="good" className="px-2">
              {t('flowVersions.published')}
            </Badge>
          )}
        </p>
        {note && <p className="wrap-anywhere text-sm">{note}</p>}
        <p className="wrap-anywhere text-muted text-sm">
          {userName} · {formatDateTime(createdAt)}
        </p>
      </div>
      <IconButton label={t('flowVersions.compareOf', { number })} onClick={onCompare}>
        <GitCompareArrows aria-hidden />
      </IconButton>
      {!isPublished && (
        <IconButton label={t('flowVersions.restoreOf', { number })} onClick={onRestore}>
          <RotateCcw aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

/** The note; a restored version has the number of the earlier one. */
function useNote({ note }: FlowVersion): string {
  const { t } = useTranslation()
  const [, number] = /^#(\d{1,7})$/.exec(note) ?? []
  return number === undefined ? note : t('flowVersions.restored', { number })
}
