const megabyte = 1024 * 1024

/**
 * Files that nodes send: types by their bytes, and the largest size (docs/flows.md, "Files of blocks"). Sizes in bytes.
 */
export const flowFiles = {
  image: { mime: /^image\/(png|jpeg)$/, bytes: 2 * megabyte, accept: '.png,.jpg,.jpeg' },
  audio: { mime: /^audio\/(ogg|opus|mpeg)(;|$)/, bytes: 5 * megabyte, accept: '.ogg,.mp3,.opus' },
  video: { mime: /^video\/mp4$/, bytes: 20 * megabyte, accept: '.mp4' },
  document: {
    mime: /^(application\/(pdf|msword|vnd\.(ms-(excel|powerpoint)|openxmlformats-officedocument\.[\w.]+)|zip)|text\/plain|text\/csv)(;|$)/,
    bytes: 20 * megabyte,
    accept: '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.zip,.txt,.csv',
  },
} as const
export type FileKind = keyof typeof flowFiles
export const fileKinds = Object.keys(flowFiles) as FileKind[]

/** The kind of a file by its detected type; undefined for a type that no node sends. */
export const fileKindOf = (mime: string): FileKind | undefined =>
  fileKinds.find((kind) => flowFiles[kind].mime.test(mime))

/** True for a recording that can be sent as a voice message; WhatsApp plays only Opus as one. */
export const mayBeVoice = (mime: string) => /^audio\/(ogg|opus)(;|$)/.test(mime)
