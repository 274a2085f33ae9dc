import { ArrowLeft } from 'lucide-react'
import { useLocation } from 'wouter'
import type { ReadyFlowItem } from '../../../../src/features/automation/ready-flows/model'
import { limits } from '../../../../src/shared/limits'
import { Button } from '../../../components/button'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { Select } from '../../../components/select'
import { createForm, length, type Rule, required, useForm } from '../../../lib/form'
import { toFlow } from '../../../lib/paths'
import { useQueues } from '../../../lib/queues'
import { useTranslation } from '../../../lib/use-translation'
import { createReadyFlow } from './transfer'

interface Values {
  name: string
  queueId: string
  address: string
  pixCode: string
}

const webAddress: Rule<string> = (value) => (/^https?:\/\/\S/.test(value.trim()) ? null : { code: 'webAddress' })

const createReadyForm = ({ name, asks, address }: ReadyFlowItem) =>
  createForm<Values>(
    { name, queueId: '', address, pixCode: '' },
    {
      name: [required, length(limits.flowName)],
      queueId: asks.includes('queue') ? [(value) => (value === '' ? { code: 'choose' } : null)] : [],
      address: asks.includes('address') ? [required, webAddress] : [],
      pixCode: asks.includes('pixCode') ? [required, length({ min: 1, ...limits.pixCode })] : [],
    },
    { ERR_NO_QUEUE_FOUND: 'queueId' },
  )

interface ReadyFlowFormProps {
  ready: ReadyFlowItem
  onBack: () => void
  onClose: () => void
}

/** Form with the values that a ready-made flow needs; opens the new flow. */
export function ReadyFlowForm({ ready, onBack, onClose }: ReadyFlowFormProps) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const form = useForm(() => createReadyForm(ready))
  const queues = useQueues().rows.map(({ id, name }) => ({ value: `${id}`, label: name }))
  const { asks, key, description } = ready
  const send = async ({ name, queueId, address, pixCode }: Values) => {
    const { id } = await createReadyFlow({
      ...{ key, name: name.trim() },
      ...(asks.includes('queue') && { queueId: Number(queueId) }),
      ...(asks.includes('address') && { address }),
      ...(asks.includes('pixCode') && { pixCode }),
    })
    onClose()
    navigate(toFlow(id))
  }
  return (
    <FormDialog
      form={form}
      send={send}
      title={ready.name}
      onClose={onClose}
      action={t('flowTransfer.create')}
      above={
        <div className="mb-4">
          <p className="text-muted">{description}</p>
          <Button size="sm" variant="quiet" icon={<ArrowLeft aria-hidden />} className="-ml-3 mt-2" onClick={onBack}>
            {t('flowTransfer.back')}
          </Button>
        </div>
      }
    >
      <TextField field={form.field('name')} label={t('flowTransfer.name')} autoComplete="off" autoFocus />
      {asks.includes('address') && (
        <TextField
          field={form.field('address')}
          label={t('flowTransfer.address')}
          hint={t('flowTransfer.addressHint')}
          autoComplete="off"
        />
      )}
      {asks.includes('pixCode') && (
        <TextField
          field={form.field('pixCode')}
          label={t('flowTransfer.pixCode')}
          hint={t('flowTransfer.pixCodeHint')}
          autoComplete="off"
        />
      )}
      {asks.includes('queue') && (
        <Select
          field={form.field('queueId')}
          label={t('flowTransfer.queue')}
          placeholder={t('flowTransfer.chooseQueue')}
          choices={queues}
        />
      )}
    </FormDialog>
  )
}
