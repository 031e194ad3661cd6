-- The sweep asks which of these payments are still owed a part; they are few among all.
CREATE INDEX payments_charged_back_idx ON payments (updated_at)
  WHERE outcome = 'refund' AND refund_status = 'charged_back';
