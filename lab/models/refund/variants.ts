/** The protocol as designed, and broken variants that the search must detect. */
export type Variant =
  | 'design'
  | 'no_order_lock'
  | 'new_key_after_no_answer'
  | 'created_without_list'
  | 'restocked_without_unique'
  | 'cancelled_without_sent_check'
  | 'no_reconciler'
  | 'no_audit'
  | 'left_not_compared'
  | 'failure_taken_back'
  | 'outcome_without_order_lock'
  | 'written_down_without_room'
  | 'room_looked_at_only_beside_an_open_one'
  | 'marked_refunds_left_out';
