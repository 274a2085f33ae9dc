import { useRef } from 'react'
import type { FileList } from '../../../../src/features/inbox/file-lists/model'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { VariablesField } from '../../../components/variables-field'
import { api, unwrapResponse } from '../../../lib/api'
import { createForm, length, required, useForm } from '../../../lib/form'
import { toastSuccess } from '../../../lib/toast'
import { upload } from '../../../lib/upload'
import { useTranslation } from '../../../lib/use-translation'
import { everyOptionHasName, type FileOption, fileOptions, OptionsField } from './options-field'
import { fileLists } from './store'

const makeForm = (list: FileList | null) =>
  createForm(
    { name: list?.name ?? '', message: list?.message ?? '', options: fileOptions(list) },
    {
      name: [required, length(limits.fileListName)],
      message: [required, length(limits.fileListMessage)],
      options: [everyOptionHasName],
    },
    { ERR_FILE_LIST_ALREADY_EXISTS: 'name' },
  )
type Values = ReturnType<ReturnType<typeof makeForm>['values']>

interface FileListDialogProps {
  /** Null to create a list. */
  fileList: FileList | null
  onClose: () => void
}

export function FileListDialog({ fileList, onClose }: FileListDialogProps) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(fileList))
  const save = useSaveFileList(fileList)
  const send = async (values: Values) => {
    const { value } = form.field('options')
    await save(values, (stored) => {
      value.value = withStored(value.peek(), values.options, stored)
    })
    toastSuccess(fileList ? t('files.saved') : t('files.created'))
    onClose()
  }
  return (
    <FormDialog isPanel form={form} send={send} title={fileList ? t('files.edit') : t('files.add')} onClose={onClose}>
      <TextField
        field={form.field('name')}
        label={t('files.name')}
        maxLength={limits.fileListName.max}
        autoComplete="off"
        autoFocus
      />
      <VariablesField field={form.field('message')} label={t('files.message')} max={limits.fileListMessage.max} />
      <OptionsField field={form.field('options')} />
    </FormDialog>
  )
}

/** The files on screen with what the server has of those sent; names typed and files picked since stay. */
export const withStored = (shown: FileOption[], sent: FileOption[], stored: FileOption[]): FileOption[] =>
  shown.map((option) => {
    const at = sent.findIndex(({ key }) => key === option.key)
    const saved = stored[at]
    if (!saved) return option
    const pickedFile = option.pickedFile === sent[at]?.pickedFile ? saved.pickedFile : option.pickedFile
    return { ...option, id: saved.id, storedName: saved.storedName, pickedFile }
  })

/** Saves the list, then uploads its files one by one; a retry continues after the last stored file. */
function useSaveFileList(fileList: FileList | null) {
  const stored = useRef(fileList)
  return async ({ name, message, options }: Values, onStored: (options: FileOption[]) => void) => {
    const input = { name, message, options: options.map((option) => ({ id: option.id, name: option.name.trim() })) }
    const { current } = stored
    let saved = await unwrapResponse(current ? api.files({ id: current.id }).put(input) : api.files.post(input))
    let remaining = options.map((option, at) => ({ ...option, id: saved.options[at]?.id }))
    stored.current = saved
    onStored(remaining)
    for (const [at, { id, pickedFile }] of remaining.entries()) {
      if (!pickedFile || id === undefined) continue
      saved = await upload<FileList>(`/api/files/uploadList/${saved.id}`, formOf(pickedFile, id))
      remaining = remaining.with(at, {
        ...(remaining[at] as FileOption & { id: number }),
        storedName: pickedFile.name,
        pickedFile: null,
      })
      onStored(remaining)
    }
    fileLists.receiveEvent(saved)
  }
}

function formOf(file: File, id: number): FormData {
  const form = new FormData()
  form.append('files', file)
  form.append('id', String(id))
  return form
}
