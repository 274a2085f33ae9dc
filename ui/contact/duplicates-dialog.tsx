import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Contact } from '../../src/features/contacts/contacts/model'
import type { DuplicatePair } from '../../src/features/inbox/contact-merges/model'
import { limits } from '../../src/shared/limits'
import { Avatar } from '../components/avatar'
import { Button } from '../components/button'
import { Dialog } from '../components/dialog'
import { EmptyState } from '../components/empty-state'
import { ErrorState } from '../components/error-state'
import { SkeletonRows } from '../components/skeleton'
import { api, unwrapResponse } from '../lib/api'
import { asFailure } from '../lib/failure'
import { showNumber } from '../lib/phone'
import { formatDate } from '../lib/time'
import { toastError, toastUndo } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { contactDisplayName } from './contact-name'
import { undoMerge } from './undo-merge'

interface Loaded {
  pairs: DuplicatePair[]
  next: string | null
  failure: ReturnType<typeof asFailure> | null
  isLoading: boolean
}

/** Dialog with pairs of contacts that may be one person; each is merged in one step, or kept apart for good. */
export function DuplicatesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { pairs, next, failure, isLoading, load, drop } = useDuplicates()
  return (
    <Dialog open size="lg" onClose={onClose} title={t('contacts.duplicates')}>
      <p className="mb-4 text-muted">{t('contacts.duplicatesLead', { days: limits.mergeUndoDays })}</p>
      {pairs.length > 0 && (
        <ul className="flex flex-col gap-4">
          {pairs.map((pair) => (
            <PairRow key={keyOf(pair)} pair={pair} onDone={drop} />
          ))}
        </ul>
      )}
      {isLoading && <SkeletonRows rows={3} />}
      {failure && <ErrorState failure={failure} onRetry={() => void load(next)} />}
      {!isLoading && !failure && pairs.length === 0 && next === null && (
        <EmptyState icon={<CircleCheck />} title={t('contacts.noDuplicates')} text={t('contacts.noDuplicatesText')} />
      )}
      {!isLoading && !failure && next !== null && (
        <Button className="mt-4" onClick={() => void load(next)}>
          {t('contacts.moreDuplicates')}
        </Button>
      )}
    </Dialog>
  )
}

const keyOf = ({ reason, contact, other }: DuplicatePair) => `${reason} ${contact.id} ${other.id}`

function useDuplicates() {
  const [{ pairs, next, failure, isLoading }, setLoaded] = useState<Loaded>({
    ...{ pairs: [], next: null, failure: null, isLoading: true },
  })
  const load = async (cursor: string | null) => {
    setLoaded((before) => ({ ...before, failure: null, isLoading: true }))
    try {
      const page = await unwrapResponse(api.contacts.duplicates.get({ query: cursor === null ? {} : { cursor } }))
      setLoaded((before) => ({ ...before, pairs: [...before.pairs, ...page.pairs], next: page.next, isLoading: false }))
    } catch (thrown) {
      setLoaded((before) => ({ ...before, failure: asFailure(thrown), isLoading: false }))
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once when the dialog opens.
  useEffect(() => void load(null), [])
  /** Removes the pairs with a contact that is gone, or one pair. */
  const drop = (isGone: (pair: DuplicatePair) => boolean) =>
    setLoaded((before) => ({ ...before, pairs: before.pairs.filter((pair) => !isGone(pair)) }))
  return { pairs, next, failure, isLoading, load, drop }
}

interface PairRowProps {
  pair: DuplicatePair
  onDone: (isGone: (pair: DuplicatePair) => boolean) => void
}

/** Two contacts side by side; the button below one keeps it and merges the other into it. */
function PairRow({ pair, onDone }: PairRowProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const { reason, contact, other } = pair
  const perform = async (action: () => Promise<void>) => {
    setBusy(true)
    try {
      await action()
    } catch (failure) {
      setBusy(false)
      toastError(failure)
    }
  }
  const merge = (keep: Contact, drop: Contact) =>
    perform(async () => {
      const { mergeId } = await unwrapResponse(api.contacts({ id: keep.id }).merge.post({ otherId: drop.id }))
      const undo = () => void undoMerge(mergeId)
      toastUndo(t('details.merged', { name: contactDisplayName(drop) }), t('details.undo'), undo)
      onDone((one) => [one.contact.id, one.other.id].includes(drop.id))
    })
  const keepApart = () =>
    perform(async () => {
      await unwrapResponse(api.contacts({ id: contact.id }).distinct.post({ otherId: other.id }))
      onDone((one) => one === pair)
    })
  return (
    <li className="rounded-lg border border-line p-3">
      <p className="mb-2 text-muted text-sm">{t(`contacts.duplicateReason.${reason}`)}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Side contact={contact} busy={busy} onKeep={() => void merge(contact, other)} />
        <Side contact={other} busy={busy} onKeep={() => void merge(other, contact)} />
      </div>
      <Button size="sm" variant="quiet" className="mt-2" disabled={busy} onClick={() => void keepApart()}>
        {t('contacts.notSamePerson')}
      </Button>
    </li>
  )
}

function Side({ contact, busy, onKeep }: { contact: Contact; busy: boolean; onKeep: () => void }) {
  const { t } = useTranslation()
  const name = contactDisplayName(contact)
  const { number, email, profilePicUrl, createdAt, extraInfo } = contact
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-md bg-sunken p-3">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={name} src={profilePicUrl} />
        <p className="min-w-0 flex-1 wrap-anywhere font-medium">{name}</p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        <Fact label={t('contacts.number')} value={number ? showNumber(number) : t('contacts.withoutNumber')} />
        {email && <Fact label={t('contacts.email')} value={email} />}
        <Fact label={t('contacts.since')} value={formatDate(createdAt)} />
        {extraInfo.slice(0, 3).map(({ name, value }) => (
          <Fact key={name} label={name} value={value} />
        ))}
      </dl>
      <Button size="sm" className="mt-auto self-start" disabled={busy} onClick={onKeep}>
        {t('contacts.keep')}
        <span className="sr-only">: {name}</span>
      </Button>
    </div>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{value}</dd>
  </>
)
