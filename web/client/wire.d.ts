// The records of the wire protocol, from `valence schema wire`. Written by scripts/wire-types.

/** RFC 9457 */
export interface Problem {
  /** /problems/{name}, which returns an explanation */
  type: string;
  title: string;
  status: number;
  detail?: string;
  requestId: string;
  /** the byte offset of the error in malformed JSON */
  offset?: number;
  errors?: ValueError[];
  /** the number of omitted errors */
  moreErrors?: number;
  attemptsLeft?: number;
  /** values that differ from the values that the client has shown */
  changes?: ShownChange[];
  /** the number of omitted elements of `changes` */
  moreChanges?: number;
  /** of draft-changed: the stored draft with its values; null if it was deleted */
  current?: Draft | StepDraft | null;
  /** of draft-changed: the inputs whose values differ */
  differs?: DraftDifference[];
  next?: Next;
  submission?: Submission;
  /** the submission that the challenge now belongs to */
  asked?: string;
  /** the list of submissions */
  submissions?: Link;
  /** the reason why the ledger cannot post the submission */
  reason?: string;
  /** the link in the code */
  link?: string;
  /** the operation that issues a new security matrix */
  renewal?: ProblemRenewal;
  /** the number of omitted findings */
  moreFindings?: number;
  /** the errors of an operation file */
  findings?: Finding[];
  /** the oldest supported client version */
  minimumVersion?: string;
  /** the address of a newer client */
  update?: string;
  /** the atoms that the client cannot draw */
  missing?: ProblemMissingItem[];
}

export interface ValueError {
  /** the atom's path */
  atom: string;
  /** the atom's caption, in an error of a flow's submission */
  caption?: string;
  /** the rule, or the verification's name */
  code: string;
  message: string;
  params: Record<string, any>;
}

export interface ShownChange {
  /** the atom's path */
  atom: string;
  /** the value that the client has shown; null if none */
  shown: string | number | boolean | null;
  /** the current value; null if none; for a repeat the number of its items */
  now: string | number | boolean | null;
}

export interface ProblemExplanation {
  name: ProblemName;
  type: string;
  status: number;
  title: string;
  explanation: string;
}

export interface Credentials {
  login: string;
  password: string;
}

/** the code, or the values of a form with it */
export interface Invitation {
  /** the code of the invitation, in any case, with or without dashes and blanks; O is 0, and I and L are 1 */
  code?: string;
  values?: InvitationValues;
}

/** the entered members, or the values of a form with them */
export interface EnrolmentEntry {
  values?: EnrolmentEntryValues;
  /** the one-time code; required if `sentTo` is present */
  code?: string | null;
  /** the login to choose; may be missing if the enrolment has a `login` */
  login?: string | null;
  password?: string;
}

export interface Session {
  /** the token for `Authorization: Bearer` */
  token: string;
  /** the expiry of the token if it is not used; each use extends it */
  expiresAt: string;
  /** the latest expiry of the token */
  endsAt: string;
  user: SessionUser;
  logout?: Link;
  events?: Link;
}

export interface OperationRow {
  id: string;
  title: string;
  href: string;
  /** of an operation with pages: begins it page by page, or continues it; `href` draws all pages as one form */
  flow?: Link;
  icon?: Icon;
  /** the reason why this client cannot open the operation */
  unavailable?: OperationRowUnavailable;
}

export interface Tree {
  document: "tree";
  operation: string;
  version: string;
  title: string;
  transition: Transition;
  evaluate?: Link;
  draft?: DraftLink;
  /** of a tree in `next`: the request that returns the same tree, for example in another language */
  self?: Link;
  flow?: FlowProgress;
  /** of a signature: a summary of the submission and the method */
  signing?: TreeSigning;
  /** of a result: a summary of the outcome */
  result?: TreeResult;
  /** of a result: the possible next actions */
  actions?: ResultAction[];
  /** seconds after which to request the tree again, because some data is currently unavailable */
  retryAfter?: number;
  atoms: Atom[];
}

/** a tree with one text, and the file whose text it is */
export interface DocumentTree {
  document: "tree";
  operation?: "document";
  version?: string;
  title: string;
  transition?: Transition;
  self?: Link;
  content: DocumentTreeContent;
  atoms: Atom[];
}

/** a request and its body, which the client sends unchanged, except for the text in `ask` */
export interface ResultAction {
  name: ResultActionName;
  title: string;
  method: "POST";
  href: string;
  body: Record<string, any>;
  /** a text to ask the person for, and the member of the body that receives it */
  ask?: ResultActionAsk;
}

/** an icon by name; clients omit unknown icons */
export type Icon = "account" | "card" | "cash" | "certificate" | "deposit" | "document" | "exchange" | "history" | "home" | "key" | "limit" | "loan" | "lock" | "message" | "more" | "offer" | "payment" | "person" | "phone" | "plus" | "qr" | "search" | "settings" | "shield" | "star" | "template" | "transfer" | "utilities" | "warning" | (string & {});

/** a read-only value; clients that do not support the role show the text */
export interface ShownValue {
  role: ShownRole;
  /** the value for programs: plain digits, a day, the value of a chosen option */
  value: string;
  /** the value in the language of the response */
  text: string;
  /** of an amount */
  currency?: string;
}

/** a member with null counts as absent */
export interface Question {
  /** values by atom id; an absent value is the default, null is cleared */
  values?: Record<string, any> | null;
  /** the version of the rendered form; by default the current version */
  version?: string | null;
  changed?: string[] | null;
  /** the path of a tapped command, whose effect changes the values. Without `changed`, the states are those of its changes */
  tapped?: string | null;
  commit?: boolean | null;
  /** returned in the response */
  revision?: number | null;
}

export interface PastedText {
  /** the path of the repeat, such as lines */
  atom: string;
  /** CSV, or cells copied from a spreadsheet: separated by tabs, semicolons or commas, with or without a header */
  text: string;
  /** the values of the form, as in an evaluation; rules of the items can read them */
  values?: Record<string, any> | null;
  /** the number of items in `values` that stay before the pasted ones; 0 by default. The paths of errors begin with this index */
  keep?: number | null;
  /** the version of the rendered form; by default the current version */
  version?: string | null;
}

export interface PastedRows {
  operation: string;
  version: string;
  /** the items with values as a client would post them. A text that is not a value of its input is kept as written */
  items: (Record<string, any>)[];
  /** `max` and `column` at the path of the repeat; `columns` at an item; `quote` and the violations of values at inputs */
  errors: ValueError[];
  /** the number of errors after the first 1,000 */
  moreErrors?: number;
}

export interface OptionQuestion {
  /** the path of the atom, such as lines[3].payee */
  atom: string;
  /** the typed text, truncated to 200 characters */
  text?: string | null;
  /** 20 by default */
  limit?: number | null;
  /** `after` of the previous page, for the same text */
  after?: string | null;
  /** of an atom with `needsValues`: the values of the form, as in an evaluation; without them nothing is searched */
  values?: Record<string, any> | null;
  /** the version of the rendered form; by default the current version */
  version?: string | null;
  /** returned in the response, so that clients can discard outdated responses */
  revision?: number | null;
}

export interface Options {
  revision?: number;
  data: FoundOption[];
  /** the cursor of the next page, also after an empty page; absent on the last page */
  after?: string;
  /** the inputs to fill in before the search; `data` is then empty */
  missing?: OptionsMissing;
}

export interface States {
  operation: string;
  version: string;
  revision?: number;
  /** seconds after which to request all atoms again, because some data is currently unavailable */
  retryAfter?: number;
  atoms: Record<string, AtomState>;
}

export interface DraftBody {
  values: Record<string, any>;
  /** the version of the rendered form; by default the current version */
  version?: string | null;
}

export interface Draft {
  operation: string;
  version: string;
  createdAt: string;
  changedAt: string;
  /** the entered values, including values of hidden atoms */
  values?: Record<string, any>;
  /** the operation's id, because each operation has one draft; a different id for a flow */
  id: string;
  title: string;
  subtitle?: string;
  expiresAt: string;
  href: string;
  /** the entity tag of the draft, for If-Match; absent for a flow in the list */
  etag?: string;
  /** of a flow: its id; `href` continues it */
  flow?: string;
  /** of a flow: its current step */
  step?: string;
  parts?: RowParts;
  badge?: Badge;
  group?: RowGroup;
  actions?: RowAction[];
  icon?: Icon;
}

/** the stored values of a page of a flow */
export interface StepDraft {
  etag: string;
  values: Record<string, any>;
}

/** the address for the entered values */
export interface DraftLink {
  method: string;
  href: string;
  /** the entity tag of the draft with the tree's values, for If-Match */
  etag?: string;
}

export interface DraftCopy {
  /** the number of the copy */
  id: string;
  /** the version of the form with the values */
  version: string;
  keptAt: string;
  values: Record<string, any>;
}

/** an input whose sent value differs from the draft; a repeat counts as one value */
export interface DraftDifference {
  atom: string;
  caption: string;
  /** the sent value; null if none */
  mine: any;
  /** the value of the draft; null if none */
  theirs: any;
  /** the formatted sent value, if it differs */
  mineText?: string;
  /** the formatted value of the draft, if it differs */
  theirsText?: string;
}

/** the conversion of values from a replaced version */
export interface Carried {
  from: string;
  to: string;
  /** the number of omitted elements of `dropped` */
  moreDropped?: number;
  /** values that the current version does not accept */
  dropped: ValueError[];
  /** the number of omitted elements of `doubtful` */
  moreDoubtful?: number;
  /** accepted values that violate a rule */
  doubtful: ValueError[];
}

export interface KeptDraft {
  draft: Draft;
  carried?: Carried;
}

export interface ResumedDraft {
  draft: Draft;
  carried?: Carried;
  next: Step;
}

/** a member with null counts as absent */
export interface Values {
  /** values by atom id; an absent value is the default, null is cleared */
  values?: Record<string, any> | null;
  /** the version of the rendered form; by default the current version */
  version?: string | null;
  /** the shown values of atoms with `live`, by path: the value of an input, the value of a pair or the caption of a text, the number of items of a repeat, null if none */
  shown?: Record<string, any> | null;
  /** the tapped button, if there are several */
  action?: string | null;
}

export interface Submission {
  id: string;
  operation: string;
  version: string;
  status: SubmissionStatus;
  reason?: string;
  message?: string;
  businessDay?: string;
  createdAt: string;
  changedAt: string;
  expiresAt?: string;
  attemptsLeft?: number;
  values?: Record<string, any>;
  /** the displayed texts of chosen options, by path; labels that depend on values, by path and #; texts of composed atoms, by path and =. An input with a preset that the person cleared has an empty text, by path and ∅; absent without any */
  captions?: Record<string, any>;
  /** the warnings at the time of submission, by path; absent without any */
  warnings?: Record<string, any>;
  title?: string;
  subtitle?: string;
  trailing?: string;
  history?: SubmissionHistoryItem[];
  /** the state of the delivery to a system of the bank; absent if there is none */
  delivery?: SubmissionDelivery;
  href: string;
  signature?: Link;
  cancel?: Link;
  parts?: RowParts;
  badge?: Badge;
  group?: RowGroup;
  actions?: RowAction[];
  icon?: Icon;
}

/** a submission and the next document: the signature or the result */
export interface Progress {
  document: "progress";
  submission: Submission;
  next: Next;
}

export interface Bank {
  bic: string;
  name: string;
  correspondentAccount: string | null;
  /** the single treasury account, used instead of a correspondent account */
  treasuryAccount: string | null;
  place: string | null;
  swift: string | null;
  /** the restrictions on payments in the directory, including future ones */
  restrictions: BankRestriction[];
  id: string;
  title: string;
  subtitle: string;
  trailing: string;
  /** the status on the current day */
  status: BankStatus;
  statusSince: string | null;
  href: string;
  parts?: RowParts;
  badge?: Badge;
  group?: RowGroup;
  actions?: RowAction[];
  icon?: Icon;
}

export interface Account {
  number: string;
  caption: string;
  /** an exact decimal */
  balance: string;
  currency: string;
  /** the balance minus holds for signed payments */
  available: string;
  /** true if the person may pay from the account: as its owner or as a signatory */
  isOwner: boolean;
  role: AccountRole;
  disabled: boolean;
  id?: string;
  title?: string;
  subtitle?: string;
  trailing?: string;
  href: string;
  parts?: RowParts;
  badge?: Badge;
  group?: RowGroup;
  actions?: RowAction[];
  icon?: Icon;
}

export interface Entry {
  id: string;
  /** an exact decimal, negative for an outgoing amount */
  amount: string;
  currency: string;
  /** the balance of the account after the movement */
  balance: string;
  /** the other account */
  counterpart: string;
  at: string;
  purpose: string;
  submission?: string;
  /** the payer of incoming money from another bank */
  other?: EntryOther;
  title: string;
  subtitle?: string;
  trailing?: string;
  href?: string;
  parts?: RowParts;
  badge?: Badge;
  group?: RowGroup;
  actions?: RowAction[];
  icon?: Icon;
}

/** one detail of the account, for copying */
export interface Requisite {
  id: RequisiteId;
  title: string;
  subtitle: string;
  pair: ShownPair;
}

export interface Requisites {
  document: "list";
  count: number;
  data: Requisite[];
  /** all details as one text, for sharing */
  share: RequisitesShare;
}

export interface Entries {
  document: "list";
  count: number;
  data: Entry[];
  next?: string;
  filters?: ListFilter[];
  /** the address of the filtered list: a template (RFC 6570) over the filters */
  filterHref?: string;
  /** the sums of the whole list */
  summary?: ShownPair[];
  /** the balance before `from`, if a period is requested */
  opening?: string;
  /** the sum received over the whole period */
  received?: string;
  /** the sum sent over the whole period */
  paid?: string;
  /** the balance after `to` */
  closing?: string;
  currency?: string;
}

/** the texts of the row with their roles, for clients that support the roles */
export interface RowParts {
  title?: ShownValue;
  subtitle?: ShownValue[];
  trailing?: ShownValue;
}

/** a state, shown as a badge */
export interface Badge {
  state: string;
  tone: BadgeTone;
  text: string;
}

/** the meaning of a state */
export type BadgeTone = "neutral" | "success" | "warning" | "danger" | (string & {});

/** the heading of the row, shown when it changes */
export interface RowGroup {
  value: string;
  text: string;
}

/** a row of a list that a screen declares; further members are the fields that `row` of the module reads */
export interface ScreenRow {
  id: string;
  title: string;
  subtitle?: string;
  trailing?: string;
  parts: RowParts;
  badge?: Badge;
  group?: RowGroup;
  actions?: RowAction[];
  icon?: Icon;
}

/** a query parameter that filters the list */
export interface ListFilter {
  name: string;
  label: string;
  kind: ListFilterKind;
  /** of a choice */
  options?: ListFilterOption[];
  /** of a text */
  maxLength?: number;
  /** of a date: today in the bank's time zone */
  today?: string;
}

/** an action on a row or on a whole list. The response may be empty. Request the list again after it */
export interface RowAction {
  name: string;
  title: string;
  method: RowActionMethod;
  href: string;
  tone: ButtonTone;
  /** how to show the document in the response */
  transition?: Transition;
  /** the body to send */
  body?: Record<string, string>;
  /** a question to ask before the request */
  confirm?: Confirmation;
  /** a text to ask for before the request; it is sent as `member` of a JSON body */
  ask?: RowActionAsk;
}

export interface NewTemplate {
  title: string;
  operation: string;
  /** the version of the form with the values */
  version?: string | null;
  /** values by atom id; may be incomplete and violate rules */
  values: Record<string, any>;
}

export interface TemplatePatch {
  title: string;
}

export interface Template {
  id: string;
  title: string;
  operation: string;
  version: string;
  createdAt: string;
  /** only in the document of one template, not in lists */
  values?: Record<string, any>;
  /** the operation's title */
  subtitle: string;
  href: string;
  parts?: RowParts;
  badge?: Badge;
  group?: RowGroup;
  actions?: RowAction[];
  icon?: Icon;
}

/** exactly one of the members */
export interface PrefillSource {
  /** the id of an earlier submission */
  submission?: string;
  /** a template's id */
  template?: string;
  /** the scanned text (GOST R 56042-2014, ST0001) */
  qr?: string;
}

export interface PrefilledTree {
  document: "tree";
  operation: string;
  version: string;
  title: string;
  transition: Transition;
  evaluate?: Link;
  draft?: DraftLink;
  /** of a tree in `next`: the request that returns the same tree, for example in another language */
  self?: Link;
  flow?: FlowProgress;
  /** of a signature: a summary of the submission and the method */
  signing?: TreeSigning;
  /** of a result: a summary of the outcome */
  result?: TreeResult;
  /** of a result: the possible next actions */
  actions?: ResultAction[];
  /** seconds after which to request the tree again, because some data is currently unavailable */
  retryAfter?: number;
  atoms: Atom[];
  source: PrefilledTreeSource;
  /** the number of omitted elements of `dropped` */
  moreDropped?: number;
  /** the values that the operation does not accept; `atom` is the key in the code if there is no atom */
  dropped: ValueError[];
  /** the number of omitted elements of `doubtful` */
  moreDoubtful?: number;
  /** the values that the person should check before submitting */
  doubtful: ValueError[];
}

export interface ProviderRow {
  id: string;
  title: string;
  subtitle: string;
  /** whether the person pays by meter readings or enters an amount */
  kind: ProviderRowKind;
  category: ProviderRowCategory;
  href: string;
  /** the path of the logo; absent if there is none */
  image?: string;
  parts?: RowParts;
  badge?: Badge;
  group?: RowGroup;
  actions?: RowAction[];
  icon?: Icon;
}

export interface PasswordChange {
  oldPassword: string;
  /** 12 to 128 characters, at least 5 of them different; not a common password, the login or the current password */
  newPassword: string;
}

export interface Card {
  id: string;
  /** masked; the hidden digits are not stored */
  number: string;
  account: string;
  title: string;
  status: CardStatus;
  expiresOn: string;
  changedAt: string;
  subtitle?: string;
  href: string;
  /** the address of the tree that blocks and unblocks the card */
  operation: string;
  history?: CardHistoryItem[];
  parts?: RowParts;
  badge?: Badge;
  group?: RowGroup;
  actions?: RowAction[];
  icon?: Icon;
}

/** a telephone number must have the country code, and is stored in E.164 format */
export interface UserPatch {
  name?: string;
  phone?: string | null;
}

export interface SettingsPatch {
  /** true if notifications of new deals are sent */
  pushDeals?: boolean | null;
  /** the language of messages from the bank */
  language?: "ru" | "en" | null;
}

/** the response of a public login operation: the session and the next document */
export interface OpenedSession {
  document: "session";
  session: Session;
  next: Next;
}

export interface DealPageRow {
  id: string;
  title: string;
  subtitle: string;
  image?: string;
}

export interface Deal {
  id: string;
  title: string;
  subtitle: string;
  startDate: string;
  /** the last day */
  endDate: string;
  /** the position in the list; for operators */
  place?: number;
  ended: boolean;
  /** true if the person has seen the deal; absent for operators */
  seen?: boolean;
  /** for operators */
  state?: DealState;
  href: string;
  /** the pages of the deal; absent in lists */
  pages?: ShownDealPage[];
  parts?: RowParts;
  badge?: Badge;
  group?: RowGroup;
  actions?: RowAction[];
  icon?: Icon;
}

/** a page in the person's language */
export interface ShownDealPage {
  title: string;
  text: string;
  image?: string;
}

/** Russian replaces missing translations */
export interface DealText {
  ru: string;
  en?: string;
}

export interface DealPage {
  title: DealText;
  text: DealText;
  /** a path of this server, or an https address */
  image?: string;
}

export interface NewDeal {
  /** at most 100 characters */
  title: DealText;
  /** at most 200 characters */
  subtitle?: DealText | null;
  /** the first day */
  startDate: string;
  /** the last day, not before the first */
  endDate: string;
  /** the place in the order; by default the last */
  place?: number | null;
  pages?: DealPage[] | null;
}

export interface DealPatch {
  /** at most 100 characters */
  title?: DealTextPatch;
  /** at most 200 characters */
  subtitle?: DealTextPatch | null;
  /** the first day */
  startDate?: string;
  /** the last day, not before the first */
  endDate?: string;
  /** the place in the order; by default the last */
  place?: number | null;
  pages?: DealPage[] | null;
}

export interface DealTextPatch {
  ru?: string;
  en?: string | null;
}

export interface Notification {
  id: string;
  kind: NotificationKind;
  title: string;
  subtitle: string;
  at: string;
  read: boolean;
  /** the deal */
  href: string;
  parts?: RowParts;
  badge?: Badge;
  group?: RowGroup;
  actions?: RowAction[];
  icon?: Icon;
}

export interface Notifications {
  document: "list";
  count: number;
  data: Notification[];
  next?: string;
  /** the number of unread notifications on all pages */
  unread: number;
}

/** a document of the service, as declared in its file */
export type Callback = Record<string, any>;

/** a signed submission for the bank's core */
export interface HandOver {
  id: string;
  operation: string;
  version: string;
  status: HandOverStatus;
  reason?: string;
  message?: string;
  /** the business day of the submission */
  businessDay: string;
  createdAt: string;
  values: Record<string, any>;
  /** the displayed texts of chosen options, by path; labels that depend on values, by path and #; texts of composed atoms, by path and =. An input with a preset that the person cleared has an empty text, by path and ∅; absent without any */
  captions?: Record<string, any>;
  /** the warnings at the time of submission, by path; absent without any */
  warnings?: Record<string, any>;
  /** the position in the order of signing, from 1 without gaps */
  sequence: number;
  title?: string;
  subtitle?: string;
  trailing?: string;
  person: HandOverPerson;
  /** the debited account; absent if no money moves */
  account?: string;
  /** the holder of the account */
  customer?: HandOverCustomer;
  /** the digest of the signed content: 64 hexadecimal digits */
  digest: string;
  /** an exact decimal */
  amount?: string;
  currency?: string;
  signedAt: string;
  acknowledgedAt?: string;
  ack: Link;
}

export interface Acknowledgement {
  status: AcknowledgementStatus;
  /** a code; required with rejected, and allowed only then */
  reason?: string | null;
  /** a message to the person */
  message?: null | string | {
    ru: string;
    en?: string;
  };
}

export interface Limit {
  id: string;
  title: string;
  subtitle: string;
  trailing: string;
  operation: string;
  currency: string;
  limit: string;
  /** the amount signed today */
  sent: string;
  left: string;
  parts?: RowParts;
  badge?: Badge;
  group?: RowGroup;
  actions?: RowAction[];
  icon?: Icon;
}

export interface OpenSession {
  id: string;
  createdAt: string;
  /** the time of the last use, to about a minute */
  lastSeenAt: string;
  /** when the session ends, even if it is in use */
  endsAt: string;
  /** the name that the client sent; absent without one */
  client?: string;
  /** the network of the login (203.0.113.0/24); the full address is not stored */
  network?: string;
  title: string;
  subtitle: string;
  trailing: string;
  /** the end of the session if it is not used */
  expiresAt: string;
  /** true for the session of this request */
  current: boolean;
  /** the address of the session; DELETE ends it */
  href: string;
  parts?: RowParts;
  badge?: Badge;
  group?: RowGroup;
  actions?: RowAction[];
  icon?: Icon;
}

export interface TriedFile {
  /** an operation file, up to 65536 bytes of YAML */
  file: string;
}

export interface TriedQuestion {
  /** an operation file, up to 65536 bytes of YAML */
  file: string;
  /** values by atom id; an absent value is the default, null is cleared */
  values?: Record<string, any> | null;
  /** the version of the rendered form; by default the current version */
  version?: string | null;
  changed?: string[] | null;
  /** the path of a tapped command, whose effect changes the values. Without `changed`, the states are those of its changes */
  tapped?: string | null;
  commit?: boolean | null;
  /** returned in the response */
  revision?: number | null;
}

export interface Finding {
  severity: FindingSeverity;
  line: number;
  /** counted in Unicode scalars */
  column: number;
  message: string;
}

export interface Transition {
  kind: TransitionKind;
  /** the reverse transition */
  reverse?: TransitionReverse;
  /** of embed: the id of the screen or of one of its modules */
  container?: string;
  /** the properties of each kind: push has barColor, titleColor, largeTitle, hidesTabs; present style, closable; cover handleColor, height, dim; embed animated; window statusBar */
  appearance?: TransitionAppearance;
}

export interface Screen {
  document: "screen";
  screen: string;
  title: string;
  container: ScreenContainer;
  transition: Transition;
  modules: Module[];
  flow?: FlowProgress;
  /** seconds after which to request the screen again, because some data is currently unavailable */
  retryAfter?: number;
  /** of a step: the buttons below the modules */
  actions?: ScreenAction[];
  /** the target of the deep link, to open after the screen is shown */
  open?: Lead;
}

/** of a step: the flow and the person's progress */
export interface FlowProgress {
  id: string;
  title: string;
  step: string;
  place: number;
  href: string;
  /** the steps in order, without skipped steps */
  steps?: FlowProgressStep[];
  /** the number of steps; absent if it depends on the path */
  count?: number;
}

/** a step of a flow: a tree or a screen with `flow` */
export type Step = Tree | Screen;

export interface StepValues {
  /** values by atom id; absent for a screen */
  values?: Record<string, any> | null;
  /** the version of the rendered form */
  version?: string | null;
  /** the values that the client has shown, as in a submission */
  shown?: Record<string, any> | null;
  /** the tapped button */
  action?: string | null;
}

export interface Module {
  /** the name of the module on the screen */
  id: string;
  module: ModuleModule;
  title: string;
  /** of a text */
  fontSize?: FontSize;
  /** of a text: it is a warning, and is highlighted */
  severity?: "warning";
  icon?: Icon;
  pair?: ShownPair;
  /** an empty list and its title are hidden */
  hideEmpty?: true;
  /** the values of the inputs, by name */
  input: Record<string, string>;
  /** the types of the outputs, by name */
  output: Record<string, ModuleOutputItem>;
  transition: Transition;
  /** the method of the request for `href`; GET if absent */
  method?: "POST";
  /** the address of the module; absent for a text */
  href?: string;
  /** of a scan: the request for the form after a code was scanned */
  scan?: ModuleScan;
  /** of a list: the target of a tap on a row; `href` is a template (RFC 6570, level 1) over the row's members */
  row?: ModuleRow;
  /** of an embedded module: the response of `href`, to show without a request; if absent, request `href` */
  content?: Record<string, any>;
  /** see the list of operations */
  unavailable?: Record<string, any>;
}

/** a destination: the content of `href` is shown with the transition */
export interface Lead {
  document: "lead";
  route?: string;
  module?: LeadModule;
  title?: string;
  input?: Record<string, string>;
  transition: Transition;
  method?: LeadMethod;
  href: string;
  /** a message about the completed action, to show briefly */
  message?: string;
}

/** returns to the previous screen with the reverse transition */
export interface Back {
  document: "back";
  transition: BackTransition;
  /** a message about the completed action, to show briefly */
  message?: string;
}

/** the next document, by its `document`: a form or a screen to show, a destination to open, or a return */
export type Next = Tree | Screen | Lead | Back;

/** the data of an event, which `event` of the stream names */
export type Event = SubmissionEvent | AccountEvent | DealEvent | SessionEvent | ResetEvent;

/** `submission`: a submission of the person has another status */
export interface SubmissionEvent {
  event: "submission";
  submission: string;
  /** the current status */
  status: string;
  href: string;
}

/** `account`: money arrived without a submission of the person */
export interface AccountEvent {
  event: "account";
  account: string;
  href: string;
}

/** `deal`: a deal has begun, was changed or has ended */
export interface DealEvent {
  event: "deal";
  deal: string;
  ended: boolean;
  href: string;
}

/** `session`: this session has ended, and the stream ends with it */
export interface SessionEvent {
  event: "session";
  session: string;
  ended: boolean;
}

/** `reset`: events were missed */
export interface ResetEvent {
  event: "reset";
}

/** an atom; draw nothing for an unknown `kind` */
export type Atom = TextAtom | ImageAtom | TextInputAtom | DateInputAtom | TimeInputAtom | DateTimeInputAtom | ToggleAtom | ConsentAtom | SegmentedAtom | EnumAtom | ChoicesAtom | AccountPickerAtom | SearchAtom | ButtonAtom | CommandAtom | LinkAtom | GroupAtom | RepeatAtom;

export interface TextAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "text";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** the value depends on an answer, a fact or the time: report it in `shown` */
  live?: true;
  /** by default `body` */
  fontSize?: FontSize;
  /** the text is a warning */
  severity?: TextSeverity;
  /** formatted blocks to draw instead of the caption; null: draw the caption */
  markdown?: TextBlock[] | null;
  /** a labelled value to draw instead of the caption; null: the text has no value now */
  pair?: ShownPair | null;
  /** of a review: the page of the value */
  change?: ValueChange;
}

export interface ImageAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "image";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** the address of the picture */
  href: string;
  /** in points */
  width?: number;
  /** in points */
  height?: number;
  /** all files of the picture, if `href` is not the only one: choose one by `type` and `scale` */
  sources?: ImageSource[];
}

export interface TextInputAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "textInput";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** false: show the value, accept no input */
  enabled: boolean;
  /** a value is required */
  required: boolean;
  /** absent before validation, null if the value is valid */
  error?: Violation | null;
  /** a violated rule that does not prevent a submission, or an unavailable value; null for a value without a warning */
  warning?: Violation | null;
  /** a text to show if the atom has neither an error nor a warning; null if no note applies */
  note?: Note | null;
  /** whether the value counts as entered by the person; see the table of entered values */
  entered?: boolean;
  /** when to evaluate the form; absent: never */
  notify?: Notify;
  /** the value depends on an answer, a fact or the time: report it in `shown` */
  live?: true;
  /** the ids of the inputs next to it that follow it once it is entered */
  either?: string[];
  /** by default `text` */
  type?: TextContent;
  /** for example to group the digits of an account */
  role?: TextRole;
  /** a text; of `amount` and `number` a decimal text of at most 64 digits; null of a password or code */
  value?: any;
  /** the minimum; null if it is unknown now */
  min?: string | null;
  /** the maximum; null if it is unknown now */
  max?: string | null;
  /** of an amount: the code of ISO 4217 */
  currency?: string | null;
  /** the maximum number of decimal places */
  scale?: number | null;
  /** a slider next to the field, from `min` to `max` */
  slider?: Slider;
  /** the only number of characters */
  length?: number | null;
  /** the minimum number of characters */
  minLength?: number;
  /** the maximum number of characters */
  maxLength?: number;
  /** the regular expression of the whole text */
  pattern?: string | null;
  /** the template of the text: `#` is a digit, `@` a letter */
  mask?: string | null;
  /** a hint */
  keyboard?: Keyboard | null;
  /** a hint */
  capitalize?: Capitalization;
  /** the field has the whole width */
  wide?: true;
  /** the height in lines; the text may have line feeds */
  lines?: number;
  /** a short text in or below the field */
  hint?: string | null;
  /** the name of the rule by which the server changes characters */
  normalize?: string;
  /** the changes to the posted text, which `value` has; null for an unchanged text */
  normalized?: NormalizedText | null;
  /** of a text field in place of a choice: the options; ignore them */
  options?: PlainOption[];
  /** a longer text, shown on demand */
  help?: string;
  /** of a search and of an atom in its place: the option with the value; null if it is unavailable */
  chosen?: ChosenOption | null;
  /** the bank's own kind of the atoms, or of the input, for a client that lists it in `Accept-Atoms` */
  composed?: string;
}

export interface DateInputAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "dateInput";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** false: show the value, accept no input */
  enabled: boolean;
  /** a value is required */
  required: boolean;
  /** absent before validation, null if the value is valid */
  error?: Violation | null;
  /** a violated rule that does not prevent a submission, or an unavailable value; null for a value without a warning */
  warning?: Violation | null;
  /** a text to show if the atom has neither an error nor a warning; null if no note applies */
  note?: Note | null;
  /** whether the value counts as entered by the person; see the table of entered values */
  entered?: boolean;
  /** when to evaluate the form; absent: never */
  notify?: Notify;
  /** the value depends on an answer, a fact or the time: report it in `shown` */
  live?: true;
  /** the ids of the inputs next to it that follow it once it is entered */
  either?: string[];
  /** a day, or null */
  value?: any;
  /** the first day, or time of a day; null if it is unknown now */
  min?: string | null;
  /** the last day, or time of a day; null if it is unknown now */
  max?: string | null;
  /** a short text in or below the field or button */
  hint?: string;
  /** a longer text, shown on demand */
  help?: string;
  /** the bank's own kind of the atoms, or of the input, for a client that lists it in `Accept-Atoms` */
  composed?: string;
}

export interface TimeInputAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "timeInput";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** false: show the value, accept no input */
  enabled: boolean;
  /** a value is required */
  required: boolean;
  /** absent before validation, null if the value is valid */
  error?: Violation | null;
  /** a violated rule that does not prevent a submission, or an unavailable value; null for a value without a warning */
  warning?: Violation | null;
  /** a text to show if the atom has neither an error nor a warning; null if no note applies */
  note?: Note | null;
  /** whether the value counts as entered by the person; see the table of entered values */
  entered?: boolean;
  /** when to evaluate the form; absent: never */
  notify?: Notify;
  /** the value depends on an answer, a fact or the time: report it in `shown` */
  live?: true;
  /** the ids of the inputs next to it that follow it once it is entered */
  either?: string[];
  /** a time, or null */
  value?: any;
  /** the first time; null if it is unknown now */
  min?: string | null;
  /** the last time; null if it is unknown now */
  max?: string | null;
  /** a short text in or below the field or button */
  hint?: string;
  /** a longer text, shown on demand */
  help?: string;
  /** the bank's own kind of the atoms, or of the input, for a client that lists it in `Accept-Atoms` */
  composed?: string;
}

export interface DateTimeInputAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "dateTimeInput";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** false: show the value, accept no input */
  enabled: boolean;
  /** a value is required */
  required: boolean;
  /** absent before validation, null if the value is valid */
  error?: Violation | null;
  /** a violated rule that does not prevent a submission, or an unavailable value; null for a value without a warning */
  warning?: Violation | null;
  /** a text to show if the atom has neither an error nor a warning; null if no note applies */
  note?: Note | null;
  /** whether the value counts as entered by the person; see the table of entered values */
  entered?: boolean;
  /** when to evaluate the form; absent: never */
  notify?: Notify;
  /** the value depends on an answer, a fact or the time: report it in `shown` */
  live?: true;
  /** the ids of the inputs next to it that follow it once it is entered */
  either?: string[];
  /** a day and a time of the bank, or null */
  value?: any;
  /** the first day, or time of a day; null if it is unknown now */
  min?: string | null;
  /** the last day, or time of a day; null if it is unknown now */
  max?: string | null;
  /** a short text in or below the field or button */
  hint?: string;
  /** a longer text, shown on demand */
  help?: string;
  /** the bank's own kind of the atoms, or of the input, for a client that lists it in `Accept-Atoms` */
  composed?: string;
}

export interface ToggleAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "toggle";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** false: show the value, accept no input */
  enabled: boolean;
  /** a value is required */
  required: boolean;
  /** absent before validation, null if the value is valid */
  error?: Violation | null;
  /** a violated rule that does not prevent a submission, or an unavailable value; null for a value without a warning */
  warning?: Violation | null;
  /** a text to show if the atom has neither an error nor a warning; null if no note applies */
  note?: Note | null;
  /** whether the value counts as entered by the person; see the table of entered values */
  entered?: boolean;
  /** when to evaluate the form; absent: never */
  notify?: Notify;
  /** the value depends on an answer, a fact or the time: report it in `shown` */
  live?: true;
  /** the ids of the inputs next to it that follow it once it is entered */
  either?: string[];
  /** true or false */
  value?: any;
  /** a short text in or below the field or button */
  hint?: string;
  /** a longer text, shown on demand */
  help?: string;
  /** the bank's own kind of the atoms, or of the input, for a client that lists it in `Accept-Atoms` */
  composed?: string;
}

export interface ConsentAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "consent";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** false: show the value, accept no input */
  enabled: boolean;
  /** a value is required */
  required: boolean;
  /** absent before validation, null if the value is valid */
  error?: Violation | null;
  /** a violated rule that does not prevent a submission, or an unavailable value; null for a value without a warning */
  warning?: Violation | null;
  /** a text to show if the atom has neither an error nor a warning; null if no note applies */
  note?: Note | null;
  /** whether the value counts as entered by the person; see the table of entered values */
  entered?: boolean;
  /** when to evaluate the form; absent: never */
  notify?: Notify;
  /** the value depends on an answer, a fact or the time: report it in `shown` */
  live?: true;
  /** the ids of the inputs next to it that follow it once it is entered */
  either?: string[];
  /** true or false */
  value?: any;
  /** a short text in or below the field or button */
  hint?: string;
  /** a longer text, shown on demand */
  help?: string;
  /** the document */
  document: ConsentDocument;
  /** enable the input after the person has opened the document */
  mustOpen?: true;
  /** the bank's own kind of the atoms, or of the input, for a client that lists it in `Accept-Atoms` */
  composed?: string;
}

export interface SegmentedAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "segmented";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** false: show the value, accept no input */
  enabled: boolean;
  /** a value is required */
  required: boolean;
  /** absent before validation, null if the value is valid */
  error?: Violation | null;
  /** a violated rule that does not prevent a submission, or an unavailable value; null for a value without a warning */
  warning?: Violation | null;
  /** a text to show if the atom has neither an error nor a warning; null if no note applies */
  note?: Note | null;
  /** whether the value counts as entered by the person; see the table of entered values */
  entered?: boolean;
  /** when to evaluate the form; absent: never */
  notify?: Notify;
  /** the value depends on an answer, a fact or the time: report it in `shown` */
  live?: true;
  /** the ids of the inputs next to it that follow it once it is entered */
  either?: string[];
  /** a short text in or below the field or button */
  hint?: string;
  /** a longer text, shown on demand */
  help?: string;
  /** the `value` of an option, unchanged and with its JSON type, or null */
  value?: any;
  /** the choices */
  options?: PlainOption[];
  /** absent: side by side */
  look?: SegmentedLook;
  /** of a search and of an atom in its place: the option with the value; null if it is unavailable */
  chosen?: ChosenOption | null;
  /** the bank's own kind of the atoms, or of the input, for a client that lists it in `Accept-Atoms` */
  composed?: string;
}

export interface EnumAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "enum";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** false: show the value, accept no input */
  enabled: boolean;
  /** a value is required */
  required: boolean;
  /** absent before validation, null if the value is valid */
  error?: Violation | null;
  /** a violated rule that does not prevent a submission, or an unavailable value; null for a value without a warning */
  warning?: Violation | null;
  /** a text to show if the atom has neither an error nor a warning; null if no note applies */
  note?: Note | null;
  /** whether the value counts as entered by the person; see the table of entered values */
  entered?: boolean;
  /** when to evaluate the form; absent: never */
  notify?: Notify;
  /** the value depends on an answer, a fact or the time: report it in `shown` */
  live?: true;
  /** the ids of the inputs next to it that follow it once it is entered */
  either?: string[];
  /** a short text in or below the field or button */
  hint?: string;
  /** a longer text, shown on demand */
  help?: string;
  /** the `value` of an option, unchanged and with its JSON type, or null */
  value?: any;
  /** the choices */
  options?: PlainOption[];
  /** of a search and of an atom in its place: the option with the value; null if it is unavailable */
  chosen?: ChosenOption | null;
  /** the bank's own kind of the atoms, or of the input, for a client that lists it in `Accept-Atoms` */
  composed?: string;
}

export interface ChoicesAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "choices";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** false: show the value, accept no input */
  enabled: boolean;
  /** a value is required */
  required: boolean;
  /** absent before validation, null if the value is valid */
  error?: Violation | null;
  /** a violated rule that does not prevent a submission, or an unavailable value; null for a value without a warning */
  warning?: Violation | null;
  /** a text to show if the atom has neither an error nor a warning; null if no note applies */
  note?: Note | null;
  /** whether the value counts as entered by the person; see the table of entered values */
  entered?: boolean;
  /** when to evaluate the form; absent: never */
  notify?: Notify;
  /** the value depends on an answer, a fact or the time: report it in `shown` */
  live?: true;
  /** the ids of the inputs next to it that follow it once it is entered */
  either?: string[];
  /** a short text in or below the field or button */
  hint?: string;
  /** a longer text, shown on demand */
  help?: string;
  /** the list of the chosen values, in the order of the options, or null */
  value?: any;
  /** the choices */
  options?: PlainOption[];
  /** absent: a list */
  look?: ChoicesLook;
  /** the minimum number of chosen options */
  min?: number;
  /** the maximum number of chosen options */
  max?: number;
  /** the options that cannot be chosen together with another one */
  exclusive?: (string | number)[];
  /** the bank's own kind of the atoms, or of the input, for a client that lists it in `Accept-Atoms` */
  composed?: string;
}

export interface AccountPickerAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "accountPicker";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** false: show the value, accept no input */
  enabled: boolean;
  /** a value is required */
  required: boolean;
  /** absent before validation, null if the value is valid */
  error?: Violation | null;
  /** a violated rule that does not prevent a submission, or an unavailable value; null for a value without a warning */
  warning?: Violation | null;
  /** a text to show if the atom has neither an error nor a warning; null if no note applies */
  note?: Note | null;
  /** whether the value counts as entered by the person; see the table of entered values */
  entered?: boolean;
  /** when to evaluate the form; absent: never */
  notify?: Notify;
  /** the value depends on an answer, a fact or the time: report it in `shown` */
  live?: true;
  /** the ids of the inputs next to it that follow it once it is entered */
  either?: string[];
  /** a short text in or below the field or button */
  hint?: string;
  /** a longer text, shown on demand */
  help?: string;
  /** the `value` of an option, unchanged and with its JSON type, or null */
  value?: any;
  /** the accounts */
  options?: AccountOption[];
  /** of a search and of an atom in its place: the option with the value; null if it is unavailable */
  chosen?: ChosenOption | null;
  /** the bank's own kind of the atoms, or of the input, for a client that lists it in `Accept-Atoms` */
  composed?: string;
}

export interface SearchAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "search";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** false: show the value, accept no input */
  enabled: boolean;
  /** a value is required */
  required: boolean;
  /** absent before validation, null if the value is valid */
  error?: Violation | null;
  /** a violated rule that does not prevent a submission, or an unavailable value; null for a value without a warning */
  warning?: Violation | null;
  /** a text to show if the atom has neither an error nor a warning; null if no note applies */
  note?: Note | null;
  /** whether the value counts as entered by the person; see the table of entered values */
  entered?: boolean;
  /** when to evaluate the form; absent: never */
  notify?: Notify;
  /** the value depends on an answer, a fact or the time: report it in `shown` */
  live?: true;
  /** the ids of the inputs next to it that follow it once it is entered */
  either?: string[];
  /** a short text in or below the field or button */
  hint?: string;
  /** a longer text, shown on demand */
  help?: string;
  /** the `value` of an option, unchanged and with its JSON type, or null */
  value?: any;
  /** the request for the options */
  search?: Link;
  /** the minimum number of characters of a request */
  minLength: number;
  /** a typed text may be the value of an option, such as a BIC */
  takesValue?: true;
  /** the options depend on the form, so a request has the `values` */
  needsValues?: true;
  /** of a search and of an atom in its place: the option with the value; null if it is unavailable */
  chosen?: ChosenOption | null;
  /** the bank's own kind of the atoms, or of the input, for a client that lists it in `Accept-Atoms` */
  composed?: string;
}

export interface ButtonAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "button";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** false: draw it, accept no tap; a link without an action has none */
  enabled?: boolean;
  /** the action of a tap; in a state if its `href` depends on values */
  action?: Action;
  /** absent: by the action */
  tone?: ButtonTone;
  /** the question before the action */
  confirm?: Confirmation;
  /** a short text in or below the field or button */
  hint?: string;
  /** a longer text, shown on demand */
  help?: string;
}

export interface CommandAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "command";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** false: draw it, accept no tap; a link without an action has none */
  enabled?: boolean;
  /** a short text in or below the field or button */
  hint?: string;
  /** a longer text, shown on demand */
  help?: string;
}

export interface LinkAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "link";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** false: draw it, accept no tap; a link without an action has none */
  enabled?: boolean;
  /** the action of a tap; in a state if its `href` depends on values */
  action?: Action;
  /** the target in the definition; prefer `action` if there is one */
  href?: string;
  /** the question before the action */
  confirm?: Confirmation;
  /** a short text in or below the field or button */
  hint?: string;
  /** a longer text, shown on demand */
  help?: string;
}

export interface GroupAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "group";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** a longer text, shown on demand */
  help?: string;
  /** the atoms of the group */
  atoms: Atom[];
  /** closed until the person opens it, or an atom in it has an error */
  folded?: true;
  /** the bank's own kind of the atoms, or of the input, for a client that lists it in `Accept-Atoms` */
  composed?: string;
}

export interface RepeatAtom {
  /** the name of the value in `values`, and of the atom in states */
  id: string;
  kind: "repeat";
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** false: show the value, accept no input */
  enabled: boolean;
  /** a value is required */
  required: boolean;
  /** absent before validation, null if the value is valid */
  error?: Violation | null;
  /** a violated rule that does not prevent a submission, or an unavailable value; null for a value without a warning */
  warning?: Violation | null;
  /** a text to show if the atom has neither an error nor a warning; null if no note applies */
  note?: Note | null;
  /** whether the value counts as entered by the person; see the table of entered values */
  entered?: boolean;
  /** when to evaluate the form; absent: never */
  notify?: Notify;
  /** the value depends on an answer, a fact or the time: report it in `shown` */
  live?: true;
  /** the ids of the inputs next to it that follow it once it is entered */
  either?: string[];
  /** a short text in or below the field or button */
  hint?: string;
  /** a longer text, shown on demand */
  help?: string;
  /** the bank's own kind of the atoms, or of the input, for a client that lists it in `Accept-Atoms` */
  composed?: string;
  /** a list with one object of values for each item */
  value?: any;
  /** an empty new item */
  item: Item;
  /** the items */
  items: Item[];
  /** the minimum number of items */
  min?: number;
  /** the maximum number of items */
  max?: number;
  /** the items come from a list, and cannot be added or removed */
  fixed?: true;
  /** the rows are computed: they are read-only and are not sent */
  computed?: true;
  /** absent: all items are drawn with their inputs */
  edit?: ItemEditing;
  /** the text of the button that adds an item */
  add?: string;
  /** the question before an item is removed */
  remove?: ItemRemoval;
  /** the person can copy an item */
  copy?: true;
  /** the person can move an item */
  order?: true;
  /** the ids of the columns of pasted rows, in order */
  paste?: string[];
  /** the request that reads pasted rows */
  rows?: Link;
}

/** the members of an atom that may have changed */
export interface AtomState {
  /** the label of an input, or the text of the atom */
  caption?: string;
  /** false: do not draw the atom; a posted value is ignored until the atom is shown */
  shown: boolean;
  /** of inputs: false: show the value, accept no input; of button, command, link: false: draw it, accept no tap; a link without an action has none */
  enabled?: boolean;
  /** a value is required */
  required?: boolean;
  /** absent before validation, null if the value is valid */
  error?: Violation | null;
  /** a violated rule that does not prevent a submission, or an unavailable value; null for a value without a warning */
  warning?: Violation | null;
  /** a text to show if the atom has neither an error nor a warning; null if no note applies */
  note?: Note | null;
  /** whether the value counts as entered by the person; see the table of entered values */
  entered?: boolean;
  /** formatted blocks to draw instead of the caption; null: draw the caption */
  markdown?: TextBlock[] | null;
  /** a labelled value to draw instead of the caption; null: the text has no value now */
  pair?: ShownPair | null;
  /** the action of a tap; in a state if its `href` depends on values */
  action?: Action;
  /** the question before the action */
  confirm?: Confirmation;
  /** of textInput: a text; of `amount` and `number` a decimal text of at most 64 digits; null of a password or code; of dateInput: a day, or null; of timeInput: a time, or null; of dateTimeInput: a day and a time of the bank, or null; of toggle, consent: true or false; of segmented, enum, accountPicker, search: the `value` of an option, unchanged and with its JSON type, or null; of choices: the list of the chosen values, in the order of the options, or null; of repeat: a list with one object of values for each item */
  value?: any;
  /** of textInput: the minimum; null if it is unknown now; of dateInput, dateTimeInput: the first day, or time of a day; null if it is unknown now; of timeInput: the first time; null if it is unknown now */
  min?: string | null;
  /** of textInput: the maximum; null if it is unknown now; of dateInput, dateTimeInput: the last day, or time of a day; null if it is unknown now; of timeInput: the last time; null if it is unknown now */
  max?: string | null;
  /** of an amount: the code of ISO 4217 */
  currency?: string | null;
  /** the maximum number of decimal places */
  scale?: number | null;
  /** the only number of characters */
  length?: number | null;
  /** the regular expression of the whole text */
  pattern?: string | null;
  /** the template of the text: `#` is a digit, `@` a letter */
  mask?: string | null;
  /** a hint */
  keyboard?: Keyboard | null;
  /** a short text in or below the field */
  hint?: string | null;
  /** the changes to the posted text, which `value` has; null for an unchanged text */
  normalized?: NormalizedText | null;
  /** of textInput: of a text field in place of a choice: the options; ignore them; of segmented, enum, choices: the choices; of accountPicker: the accounts */
  options?: PlainOption[] | AccountOption[];
  /** of a search and of an atom in its place: the option with the value; null if it is unavailable */
  chosen?: ChosenOption | null;
  /** of an item such as `lines[3]`: its title; null if it has only its number */
  title?: string | null;
}

/** a request */
export interface Link {
  method: string;
  href: string;
}

/** the action of a tap; if `href` is absent, the client performs it without a request */
export interface Action {
  name: ActionName;
  method?: string;
  href?: string;
}

/** a question to ask before an action */
export interface Confirmation {
  /** the question */
  title: string;
  /** an explanation below it */
  text?: string;
  /** the caption of the confirming button; by default the caption of the tapped button */
  action?: string;
  /** the caption of the cancelling button */
  cancel?: string;
}

/** the removal of an item */
export interface ItemRemoval {
  /** the question before it */
  confirm: Confirmation;
}

/** a read-only value with its label */
export interface ShownPair {
  label: string;
  /** the captions of the enclosing groups or items; a pair without it ends the group */
  group?: string;
  role: ShownRole;
  /** the value for programs */
  value: string;
  /** the value in the language of the response */
  text: string;
  /** of an amount */
  currency?: string;
}

/** the page on which a value of a review can be changed */
export interface ValueChange {
  /** the address of the page, for GET */
  href: string;
  /** the path of the input, to focus it */
  atom: string;
  /** the text of the button or link */
  title: string;
}

/** a paragraph, a heading or a list of a formatted text; clients draw an unknown kind with `spans` as a paragraph, and omit others */
export interface TextBlock {
  kind: TextBlockKind;
  /** of a paragraph or a heading: its text */
  spans?: TextSpan[];
  /** of a heading: 1 or 2 */
  level?: number;
  /** of a list: the items have numbers, from 1 */
  ordered?: boolean;
  /** of a list: for each item its text, then the lists in it, which are nested at most 3 deep */
  items?: ((TextSpan | TextBlock)[])[];
}

/** a stretch of text; it contains no formatting */
export interface TextSpan {
  text: string;
  strong?: true;
  emphasis?: true;
  /** the target of a link: a path of this server to request by GET, or an address with `https`, `mailto` or `tel` to open outside of the client */
  href?: string;
}

/** an option of a choice; further members are fields of the definition */
export interface PlainOption {
  /** returned unchanged, with its JSON type */
  value: string | number;
  caption: string;
  /** true: the option cannot be chosen */
  disabled?: boolean | null;
  /** a second line */
  detail?: string | null;
}

/** an account of the person */
export interface AccountOption {
  /** the number of the account */
  value: string;
  caption: string;
  /** the code of ISO 4217 */
  currency?: string;
  /** a decimal number */
  balance?: string;
  /** the balance without held amounts */
  available?: string;
  /** true: the person may pay from the account */
  isOwner?: boolean;
  role?: AccountRole;
  /** true: the account is closed */
  disabled?: boolean;
}

/** an option that a search has found */
export interface FoundOption {
  value: string;
  caption: string;
  /** a second line */
  detail?: string;
  /** the path of an image, such as a logo */
  image?: string;
}

/** the option with the value of a search */
export interface ChosenOption {
  value: string;
  caption: string;
}

/** a violated rule */
export interface Violation {
  /** the rule, or the name of the verification */
  code: string;
  /** for the person */
  message: string;
  params: Record<string, any>;
}

/** a text about a value; it is neither stored nor signed */
export interface Note {
  severity: NoteSeverity;
  /** `note` */
  code: string;
  message: string;
  params: Record<string, any>;
}

/** the changes to a posted text */
export interface NormalizedText {
  message: string;
  changes: CharacterChange[];
}

/** a replaced or removed character */
export interface CharacterChange {
  from: string;
  /** empty for a removed character */
  to: string;
  /** positions in the posted text without surrounding whitespace, from 1 */
  positions: number[];
}

/** the document of a consent */
export interface ConsentDocument {
  title: string;
  /** a path of this server, whose answer is a tree, or an address outside */
  href: string;
  /** of a file on this server */
  format?: DocumentFormat;
  /** the digest of a file on this server */
  sha256?: string;
  /** the version of a document outside */
  version?: string;
}

/** a file of a picture */
export interface ImageSource {
  /** the path on this server */
  href: string;
  /** the media type */
  type: string;
  /** the number of pixels for each point; absent for a drawing of any size */
  scale?: number;
}

/** a slider next to the field of a number; its positions begin at `min` */
export interface Slider {
  /** the distance between two positions */
  step: string;
  /** the values with a label, in ascending order */
  marks?: string[];
}

/** an item of a repeat */
export interface Item {
  /** the title; without it, show the number of the item */
  title?: string;
  atoms: Atom[];
}

/** the text that an input takes: any text, ASCII digits, a decimal number, money, a telephone number, an e-mail address, a password or a one-time code */
export type TextContent = "text" | "digits" | "number" | "amount" | "phone" | "email" | "password" | "code" | (string & {});

/** the role of an entered text */
export type TextRole = "account" | "card" | "person" | (string & {});

/** the role of a shown value; draw the text of an unknown role */
export type ShownRole = "amount" | "number" | "date" | "dateTime" | "account" | "card" | "person" | "status" | "text" | (string & {});

/** the letters that the keyboard capitalizes */
export type Capitalization = "none" | "words" | "sentences" | "characters" | (string & {});

/** the keyboard on the screen */
export type Keyboard = "default" | "digits" | "decimal" | "phone" | "email" | (string & {});

/** `commit`: when the person ends editing; `change`: after each change */
export type Notify = "commit" | "change" | (string & {});

/** the emphasis of a button; `danger`: the action cannot be undone */
export type ButtonTone = "primary" | "quiet" | "danger" | (string & {});

/** the action of a tap */
export type ActionName = "submit" | "next" | "back" | "cancel" | "navigate" | (string & {});

/** the size of a text */
export type FontSize = "comment" | "body" | "title" | (string & {});

/** `warning`: draw the text differently */
export type TextSeverity = "warning" | (string & {});

/** draw an unknown severity as plain text */
export type NoteSeverity = "info" | "success" | (string & {});

/** `list`: a list of radio buttons */
export type SegmentedLook = "list" | (string & {});

/** `chips`: the options are drawn side by side */
export type ChoicesLook = "chips" | (string & {});

/** `apart`: the titles of the items, and the inputs of one open item; `table`: a table with the inputs of one row */
export type ItemEditing = "apart" | "table" | (string & {});

/** the format of a document */
export type DocumentFormat = "markdown" | "pdf" | (string & {});

/** draw a block of an unknown kind by its `spans`; omit it if it has none */
export type TextBlockKind = "paragraph" | "heading" | "list" | (string & {});

/** the role of the person; owners and signatories may pay */
export type AccountRole = "owner" | "signatory" | "viewer" | (string & {});

/** the last part of the `type` of a problem */
export type ProblemName = "malformed-request" | "too-much-work" | "unknown-query" | "reversed-period" | "malformed-route" | "route-parameters" | "unknown-route" | "idempotency-key-missing" | "unauthorized" | "wrong-credentials" | "bad-signature" | "forbidden" | "blocked" | "not-found" | "method-not-allowed" | "kinds-not-accepted" | "conflict" | "under-way" | "not-executable" | "outdated-version" | "changed" | "stale-challenge" | "question-moved" | "too-many-unsigned" | "matrix-exhausted" | "phone-missing" | "too-many-drafts" | "too-many-templates" | "step-out-of-order" | "gone" | "changed-meanwhile" | "draft-changed" | "body-too-large" | "target-too-long" | "unsupported-media-type" | "unsupported-content-encoding" | "invalid-values" | "faulty-file" | "idempotency-key-reused" | "refused" | "wrong-code" | "wrong-invitation" | "enrolment-over" | "unreadable-code" | "fast-payment-link" | "signing-locked" | "client-outdated" | "precondition-missing" | "too-many-codes" | "too-many-attempts" | "too-many-submissions" | "too-many-requests" | "headers-too-large" | "internal" | "unsupported-transfer-encoding" | "unknown-method" | "operation-disabled" | "not-available" | "codes-unavailable" | "overloaded" | "unsupported-version" | "system-unavailable" | "storage-full" | "storage-read-only" | "storage-busy" | "storage-failed" | (string & {});

export interface Accounts {
  document: "list";
  count: number;
  data: Account[];
  /** the sums of the whole list */
  summary?: ShownPair[];
}

export interface Banks {
  document: "list";
  count: number;
  data: Bank[];
  next?: string;
}

export interface Cards {
  document: "list";
  count: number;
  data: Card[];
}

export interface DealPages {
  document: "list";
  count: number;
  data: DealPageRow[];
}

export interface Deals {
  document: "list";
  count: number;
  data: Deal[];
  next?: string;
}

export interface Drafts {
  document: "list";
  count: number;
  data: Draft[];
}

export interface DraftCopies {
  document: "list";
  count: number;
  data: DraftCopy[];
}

export interface HandOvers {
  document: "list";
  count: number;
  data: HandOver[];
  next?: string;
}

export interface Limits {
  document: "list";
  count: number;
  data: Limit[];
}

export interface ScreenRows {
  document: "list";
  count: number;
  data: ScreenRow[];
  next?: string;
  filters?: ListFilter[];
  /** the address of the filtered list: a template (RFC 6570) over the filters */
  filterHref?: string;
  /** the sums of the whole list */
  summary?: ShownPair[];
}

export interface Operations {
  document: "list";
  count: number;
  data: OperationRow[];
}

export interface Providers {
  document: "list";
  count: number;
  data: ProviderRow[];
  next?: string;
}

export interface Sessions {
  document: "list";
  count: number;
  data: OpenSession[];
  /** actions on the whole list */
  actions?: RowAction[];
}

export interface Submissions {
  document: "list";
  count: number;
  data: Submission[];
  next?: string;
  filters?: ListFilter[];
  /** the address of the filtered list: a template (RFC 6570) over the filters */
  filterHref?: string;
  /** the sums of the whole list */
  summary?: ShownPair[];
}

export interface Templates {
  document: "list";
  count: number;
  data: Template[];
  next?: string;
}

export interface Problems {
  document: "list";
  count: number;
  data: ProblemExplanation[];
}

/** the operation that issues a new security matrix */
export interface ProblemRenewal {
  operation: string;
  title: string;
  method: string;
  href: string;
}

export interface ProblemMissingItem {
  atom: string;
  kind: string;
  minimumVersion?: string;
}

export interface InvitationValues {
  code: string;
}

export interface EnrolmentEntryValues {
  password: string;
}

export interface SessionUser {
  id: string;
  name: string;
}

export type OperationRowUnavailableType = "/problems/client-outdated" | "/problems/kinds-not-accepted" | (string & {});

/** the reason why this client cannot open the operation */
export interface OperationRowUnavailable {
  type: OperationRowUnavailableType;
  minimumVersion?: string;
  update?: string;
}

export type TreeSigningMethod = "matrix" | "code" | (string & {});

export interface TreeSigningCell {
  atom: string;
  column: string;
  row: number;
  columns: number;
  rows: number;
}

/** of a signature: a summary of the submission and the method */
export interface TreeSigning {
  method: TreeSigningMethod;
  /** the title of the operation */
  about?: string;
  amount?: ShownValue;
  to?: ShownValue;
  from?: ShownValue;
  attemptsLeft: number;
  /** the telephone number that the code was sent to, with masked digits */
  sentTo?: string;
  /** seconds after which another code can be requested */
  resendAfter?: number;
  /** the requested cells of the matrix, counted from 1 */
  cells?: TreeSigningCell[];
}

/** of a result: a summary of the outcome */
export interface TreeResult {
  /** the status of the submission */
  state: string;
  tone: BadgeTone;
  title: string;
  /** a sentence with the status and its reason */
  text?: string;
  /** the number of the submission */
  id?: string;
  /** the time of the submission */
  createdAt?: string;
  created?: ShownValue;
  /** the time zone of `created`, such as `GMT+3` */
  zone?: string;
  /** the title of the operation */
  about?: string;
  amount?: ShownValue;
  to?: ShownValue;
  from?: ShownValue;
  /** sentences about the next events */
  next?: string[];
}

export interface DocumentTreeContent {
  format: DocumentFormat;
  sha256: string;
  /** in bytes */
  size: number;
  /** the path of the file */
  file: string;
}

export type ResultActionName = "repeat" | "saveTemplate" | (string & {});

/** a text to ask the person for, and the member of the body that receives it */
export interface ResultActionAsk {
  member: string;
  label: string;
  value: string;
  maxLength: number;
}

/** the inputs to fill in before the search; `data` is then empty */
export interface OptionsMissing {
  /** for the person, with the captions of the inputs */
  text: string;
  /** the paths of the inputs; empty if no input is the cause */
  atoms: string[];
}

export type SubmissionStatus = "awaitingSignature" | "signed" | "executed" | "rejected" | "cancelled" | "expired" | (string & {});

export interface SubmissionHistoryItem {
  status: string;
  at: string;
  reason?: string;
  /** the message of the core */
  message?: string;
}

export type SubmissionDeliveryStatus = "waiting" | "accepted" | "unknown" | "executed" | "rejected" | (string & {});

export interface SubmissionDeliveryKeptItem {
  caption: string;
  value: string;
}

/** the state of the delivery to a system of the bank; absent if there is none */
export interface SubmissionDelivery {
  status: SubmissionDeliveryStatus;
  /** the state in words */
  text: string;
  /** values from the system */
  kept?: SubmissionDeliveryKeptItem[];
}

export interface BankRestriction {
  code: string;
  since: string | null;
}

/** the status on the current day */
export type BankStatus = "active" | "restricted" | "closed" | (string & {});

/** the payer of incoming money from another bank */
export interface EntryOther {
  name: string;
  account?: string;
  bic?: string;
}

export type RequisiteId = "recipient" | "account" | "bank" | "bic" | "correspondentAccount" | (string & {});

/** all details as one text, for sharing */
export interface RequisitesShare {
  title: string;
  text: string;
}

export type ListFilterKind = "choice" | "date" | "text" | (string & {});

export interface ListFilterOption {
  value: string;
  caption: string;
}

export type RowActionMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | (string & {});

/** a text to ask for before the request; it is sent as `member` of a JSON body */
export interface RowActionAsk {
  member: string;
  label: string;
  /** the initial text */
  value?: string;
  maxLength?: number;
}

export type PrefilledTreeSource = "submission" | "template" | "qr" | (string & {});

/** whether the person pays by meter readings or enters an amount */
export type ProviderRowKind = "meters" | "amount" | (string & {});

export type ProviderRowCategory = "housing" | "mobile" | "internet" | "other" | (string & {});

export type CardStatus = "active" | "blocked" | (string & {});

export type CardHistoryItemStatus = "active" | "blocked" | (string & {});

export interface CardHistoryItem {
  status: CardHistoryItemStatus;
  at: string;
  /** the submission that set the status; absent if the bank set it */
  submission?: string;
}

/** for operators */
export type DealState = "planned" | "current" | "ended" | (string & {});

export type NotificationKind = "deal" | (string & {});

export type HandOverStatus = "signed" | "executed" | "rejected" | (string & {});

export interface HandOverPerson {
  id: string;
  name: string;
  /** the id in the bank's other systems; absent without one */
  externalId?: string;
}

/** the holder of the account */
export interface HandOverCustomer {
  name: string;
  externalId?: string;
}

export type AcknowledgementStatus = "executed" | "rejected";

export type FindingSeverity = "error" | "warning" | (string & {});

export type TransitionKind = "push" | "present" | "embed" | "cover" | "window" | (string & {});

/** the reverse transition */
export type TransitionReverse = "pop" | "dismiss" | "remove" | "close" | (string & {});

export type TransitionAppearanceStyle = "sheet" | "page" | "full" | (string & {});

export type TransitionAppearanceHeight = "content" | "half" | "full" | (string & {});

export type TransitionAppearanceStatusBar = "light" | "dark" | (string & {});

/** the properties of each kind: push has barColor, titleColor, largeTitle, hidesTabs; present style, closable; cover handleColor, height, dim; embed animated; window statusBar */
export interface TransitionAppearance {
  barColor?: string;
  titleColor?: string;
  largeTitle?: boolean;
  hidesTabs?: boolean;
  style?: TransitionAppearanceStyle;
  closable?: boolean;
  handleColor?: string;
  height?: TransitionAppearanceHeight;
  dim?: boolean;
  animated?: boolean;
  statusBar?: TransitionAppearanceStatusBar;
}

export type ScreenContainer = "column" | "tabs" | (string & {});

export type ScreenActionName = "next" | "back" | "submit" | "cancel" | (string & {});

export interface ScreenAction {
  name: ScreenActionName;
  title: string;
  tone?: ButtonTone;
  method?: string;
  href?: string;
}

export type FlowProgressStepState = "done" | "current" | "ahead" | (string & {});

export interface FlowProgressStep {
  name: string;
  title: string;
  state: FlowProgressStepState;
}

export type ModuleModule = "operation" | "list" | "text" | "screen" | "flow" | "scan" | (string & {});

export type ModuleOutputItem = "text" | "number" | "date" | "boolean" | "any" | (string & {});

/** of a scan: the request for the form after a code was scanned */
export interface ModuleScan {
  method: "POST";
  href: string;
  /** the member of the body that receives the text of the code */
  member: string;
}

/** of a list: the target of a tap on a row; `href` is a template (RFC 6570, level 1) over the row's members */
export interface ModuleRow {
  transition: Transition;
  method?: "POST";
  href: string;
  /** the body to post; a name in braces is replaced by that member of the row */
  body?: Record<string, string>;
}

export type LeadModule = "operation" | "screen" | "flow" | "result" | (string & {});

export type LeadMethod = "GET" | "POST" | (string & {});

export interface BackTransition {
  kind: "back";
}
