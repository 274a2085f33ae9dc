/** Limits that the server enforces and the interface announces: one table for both (specification §5 and §9). */
export const limits = {
  name: { min: 2, max: 50 },
  /** What people on WhatsApp call themselves and their groups. */
  whatsappName: { max: 100 },
  email: { max: 254 },
  password: { min: 5, max: 50, superMin: 12 },
  /** What replaces a forgotten password, and the code it takes. */
  resetPassword: { min: 8, max: 50 },
  resetCode: { max: 20 },
  /** One message by the API. */
  apiBody: { max: 4096 },
  apiFiles: 5,
  apiFile: 16 * 1024 * 1024,
  apiForm: 81 * 1024 * 1024,
  fileListName: { min: 3, max: 100 },
  fileListMessage: { min: 1, max: 4096 },
  fileOptionName: { min: 1, max: 100 },
  fileOptions: 20,
  phone: { max: 11 },
  contactNumber: { min: 8, max: 15 },
  extraName: { max: 50 },
  extraValue: { max: 500 },
  extraInfo: 30,
  /** Rows of one spreadsheet, its bytes, and the bytes it may unpack to. */
  importRows: 5000,
  spreadsheet: 5 * 1024 * 1024,
  spreadsheetUnpacked: 20 * 1024 * 1024,
  /** Days within which a merge of contacts can be undone. */
  mergeUndoDays: 30,
  erasureReason: { max: 200 },
  /** Bytes of a whole company's file, members of it, and bytes of one line. */
  companyFile: 16 * 1024 * 1024 * 1024,
  companyMembers: 5_000_000,
  companyLine: 64 * 1024 * 1024,
  /** Open sockets of one person: tabs on all their machines, and no more. */
  sockets: 100,
  connectionName: { min: 2, max: 50 },
  /** Days of one table of opening hours that differ from their weekday. */
  holidays: 100,
  holidayName: { max: 50 },
  optionTitle: { min: 1, max: 50 },
  /** The text that chooses an option, `1` or a word. */
  option: { min: 1, max: 20 },
  /** Options of one queue, and of one of its menus. */
  optionsPerQueue: 500,
  optionsPerMenu: 50,
  queueOrder: { max: 100_000 },
  /** Minutes: a week. */
  minutes: { max: 10_080 },
  botQueues: { max: 100 },
  provider: { max: 50 },
  messageBody: { max: 65_536 },
  caption: { max: 1024 },
  /** What the product says by itself, such as who has accepted. */
  automaticText: { max: 4096 },
  search: { max: 200 },
  pageNumber: { max: 100_000 },
  /** Where a page of names goes on: the longest one, of 200, folded into three times as many letters, and an id. */
  nameCursor: { max: 700 },
  /** Days of one look at the dashboard. */
  dashboardDays: { max: 366 },
  emoji: { max: 32 },
  chatTitle: { min: 1, max: 50 },
  chatMessage: { max: 4096 },
  pushEndpoint: { max: 1000 },
  /** People in one internal chat. */
  chatUsers: 256,
  tagName: { min: 3, max: 50 },
  /** Of one company, and of one ticket. */
  tags: 5000,
  tagsPerTicket: 50,
  /** Open tickets that one person pins. */
  pins: 10,
  /** Colleagues one note names. */
  noteMentions: 50,
  /** Notes that name a person and that they have not seen, as far back as they are told of them. */
  unseenMentions: 50,
  shortcode: { min: 1, max: 50 },
  quickMessage: { min: 1, max: 4096 },
  task: { max: 500 },
  scheduleBody: { min: 5, max: 4096 },
  note: { min: 2, max: 4000 },
  /** Of an invoice: its words, and its price in cents. */
  invoiceDetail: { min: 2, max: 100 },
  cents: { min: 1, max: 100_000_000 },
  /** Of who pays. */
  payerName: { min: 2, max: 60 },
  payerAddress: { min: 2, max: 120 },
  zipcode: { min: 3, max: 10 },
  /** As the Banco Central bounds them in a Pix code. */
  pixKey: { min: 5, max: 77 },
  pixName: { min: 2, max: 25 },
  pixCity: { min: 2, max: 15 },
  /** Characters of a client id or secret of a payment service, and of a certificate in base64. */
  credential: { max: 200 },
  certificate: { max: 60_000 },
  /** Tickets and contacts that one message is forwarded to at once. */
  forwardTo: { max: 20 },
  idempotencyKey: { max: 255 },
  companyName: { min: 2, max: 100 },
  planName: { min: 2, max: 50 },
  /** Of users, connections or queues a plan may allow. */
  planCount: { min: 0, max: 100_000 },
  /** Cents. */
  price: { max: 100_000_000 },
  helpTitle: { min: 2, max: 100 },
  helpVideo: { max: 100 },
  helpDescription: { max: 1000 },
  announcementTitle: { min: 1, max: 100 },
  announcementText: { min: 1, max: 5000 },
  /** Bytes of an announcement's picture. */
  announcementPicture: 5 * 1024 * 1024,
  supportReason: { min: 5, max: 300 },
  /** Minutes the provider may stay in a company by one grant. */
  supportMinutes: { min: 1, max: 60 },
  timeZone: { max: 64 },
  fileName: { max: 200 },
  /** Bytes of a body that can have no files in it, and of one that is read before anybody is known. */
  json: 1024 * 1024,
  strangersBody: 16 * 1024,
  /** Bytes of one message as JSON or multipart; larger media goes through the streaming upload. */
  body: 25 * 1024 * 1024,
  /** Bytes of a file in a form of its own: what surrounds it needs a little of the body. */
  uploadedForm: 24 * 1024 * 1024,
  /** Bytes of one uploaded or received file (server-behaviour §12). */
  media: 64 * 1024 * 1024,
  /** Bytes of a voice note: an hour of speech, and what WhatsApp takes as audio. */
  voiceFile: 16 * 1024 * 1024,
  filesPerMessage: 10,
  /** Beyond these the contacts that a search finds are not counted. */
  countedContacts: 10_000,
  /** Quick messages one person is offered while writing. */
  offered: 1000,
  /** Seconds; shorter recordings are a slip of the finger (decisions.md, Wire). */
  voiceMinimum: 0.7,
} as const

/** Seconds in which a person may take back what they sent; each chooses one. */
export const undoChoices = [0, 3, 5, 10] as const

export const pageSizes = { tickets: 40, messages: 20, contacts: 30, board: 500, other: 20 } as const
