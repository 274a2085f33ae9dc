import { useId, useState } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { Button } from '../../../../components/button'
import { Dialog } from '../../../../components/dialog'
import { Switch } from '../../../../components/switch'
import { ticketContactName } from '../../../../contact/ticket-contact-name'
import { useTranslation } from '../../../../lib/use-translation'
import { closeAndOpenNext } from '../actions/leave-ticket'
import { type CloseOptions, offeredOutcomes } from '../store/closing'

/** Closes a ticket with an outcome, with or without the farewell. */
export function CloseDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ClosingDialog
      title={t('inbox.closeTitle', { name: ticketContactName(ticket) })}
      isAttended={ticket.status === 'open' && !ticket.isGroup}
      onCancel={onClose}
      onClose={(options) => {
        onClose()
        void closeAndOpenNext(ticket, options)
      }}
    />
  )
}

interface BulkCloseDialogProps {
  count: number
  onAnswer: (options: CloseOptions | null) => void
}

/** Asks once for the outcome of several tickets. */
export function BulkCloseDialog({ count, onAnswer }: BulkCloseDialogProps) {
  const { t } = useTranslation()
  return (
    <ClosingDialog
      title={t('inbox.bulkCloseTitle', { count })}
      text={t('inbox.bulkCloseText')}
      isAttended={false}
      onCancel={() => onAnswer(null)}
      onClose={onAnswer}
    />
  )
}

interface ClosingDialogProps {
  title: string
  text?: string
  /** True if the customer may get the farewell. */
  isAttended: boolean
  onCancel: () => void
  onClose: (options: CloseOptions) => void
}

function ClosingDialog({ title, text, isAttended, onCancel, onClose }: ClosingDialogProps) {
  const { t } = useTranslation()
  const [{ outcomes, isRequired }] = useState(offeredOutcomes)
  const [outcome, setOutcome] = useState<string | null>(null)
  const [farewell, setFarewell] = useState(true)
  const close = () => onClose({ ...(outcome !== null && { outcome }), ...(isAttended && { farewell }) })
  return (
    <Dialog
      open
      size="sm"
      title={title}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <Button variant="primary" disabled={isRequired && outcome === null} onClick={close}>
            {t('tickets.close')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {text && <p className="text-muted">{text}</p>}
        {outcomes.length > 0 && (
          <Outcomes outcomes={isRequired ? outcomes : [null, ...outcomes]} chosen={outcome} onChoose={setOutcome} />
        )}
        {isAttended && <Switch label={t('inbox.farewell')} checked={farewell} onChange={setFarewell} />}
      </div>
    </Dialog>
  )
}

interface OutcomesProps {
  /** Null for none. */
  outcomes: (string | null)[]
  chosen: string | null
  onChoose: (outcome: string | null) => void
}

function Outcomes({ outcomes, chosen, onChoose }: OutcomesProps) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1 font-medium text-sm">{t('inbox.outcome')}</legend>
      {outcomes.map((outcome) => (
        <label
          key={outcome ?? ''}
          className="flex min-h-control cursor-pointer items-center gap-3 rounded-md px-2 hover:bg-hover has-checked:bg-selected"
        >
          <input
            type="radio"
            name={name}
            checked={chosen === outcome}
            onChange={() => onChoose(outcome)}
            className="size-4 accent-accent"
          />
          <span className="min-w-0 break-words">{outcome ?? t('inbox.noOutcome')}</span>
        </label>
      ))}
    </fieldset>
  )
}
