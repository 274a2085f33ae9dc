import { limits } from '../../../../../src/shared/limits'
import { TextField } from '../../../../components/field'
import { FormDialog } from '../../../../components/form-dialog'
import { parseCoordinates } from '../../../../lib/coordinates'
import { createForm, length, type Rule, required, useForm } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { sendFromThread } from '../store/outbox'
import type { Thread } from '../store/thread'

const readable: Rule<string> = (text) => (parseCoordinates(text) ? null : { code: 'location' })

/** Sends a location, given as coordinates or as the address of a map. */
export function LocationDialog({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() =>
    createForm({ place: '', address: '' }, { place: [required, readable], address: [length(limits.locationName)] }),
  )
  const send = async ({ place, address }: { place: string; address: string }) => {
    const location = parseCoordinates(place)
    if (!location) return
    const name = address.trim()
    sendFromThread(thread, { body: '', quoted: null, location: { ...location, ...(name && { address: name }) } })
    onClose()
  }
  return (
    <FormDialog
      form={form}
      send={send}
      size="sm"
      title={t('composer.sendLocation')}
      action={t('tickets.send')}
      onClose={onClose}
    >
      <TextField
        field={form.field('place')}
        label={t('composer.place')}
        hint={t('composer.placeHint')}
        autoComplete="off"
        autoFocus
      />
      <TextField
        field={form.field('address')}
        label={t('composer.placeName')}
        maxLength={limits.locationName.max}
        autoComplete="off"
        optional
      />
    </FormDialog>
  )
}
