import type { TFunction } from 'i18next'
import { CheckCheck, RotateCcw } from 'lucide-react'
import type { OptOut } from '../../../../src/features/contacts/opt-outs/model'
import { Badge } from '../../../components/badge'
import { IconButton } from '../../../components/icon-button'
import { useCan } from '../../../lib/can'
import { showNumber } from '../../../lib/phone'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'

/** Entry of the register: person, source, campaign, reason, and whether it was confirmed to the customer. */
export function OptOutRow({ optOut, onRemove }: { optOut: OptOut; onRemove: () => void }) {
  const { t } = useTranslation()
  const mayRemove = useCan('campaign:edit')
  const { number, contact, campaign, reason, at, confirmedAt, source } = optOut
  const shown = showNumber(number)
  const details = [sourceText(t, optOut), campaign && t('optOuts.afterCampaign', { name: campaign.name })]
  return (
    <li className="flex items-start gap-x-3 py-2.5 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere font-medium">{contact?.name || shown}</span>
          {contact?.name && <span className="text-muted text-sm tabular-nums">{shown}</span>}
          <Badge>{t(`optOuts.sources.${source}`)}</Badge>
        </div>
        <p className="wrap-anywhere text-muted text-sm">{details.filter(Boolean).join(' ')}</p>
        {reason && <p className="wrap-anywhere text-sm">{reason}</p>}
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-faint text-sm tabular-nums">
          <time dateTime={at}>{formatDateTime(at)}</time>
          {confirmedAt && (
            <span className="inline-flex items-center gap-1">
              <CheckCheck aria-hidden className="size-3.5 shrink-0" />
              {t('optOuts.confirmed')}
            </span>
          )}
        </p>
      </div>
      {mayRemove && (
        <IconButton label={t('optOuts.removeOf', { name: contact?.name || shown })} onClick={onRemove}>
          <RotateCcw aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

function sourceText(t: TFunction, { source, word, user }: OptOut): string {
  if (source === 'word') return t('optOuts.byWord', { word: word.toUpperCase() })
  if (source === 'api') return t('optOuts.byApi')
  if (source === 'import') return t('optOuts.byImport')
  return user ? t('optOuts.byPerson', { name: user.name }) : t('optOuts.byDeleted')
}
