-- A small bank, for Tests/PostgreSQL/invariants.sh.
INSERT INTO person (id,login,name,role,password,created) SELECT id, l, 'N', 'person', '$argon2id$x', 1 FROM (VALUES ('00000000-0000-0000-0000-000000000001','a'),('00000000-0000-0000-0000-000000000002','b')) v(id,l);
INSERT INTO account (number,kind,currency,opened) VALUES ('40817810000000000001','customer','RUB',1),('40817810000000000002','customer','RUB',1),('30102810000000000001','internal','RUB',1),('30102810000000000002','internal','RUB',1);
INSERT INTO account (number,kind,currency,opened) VALUES ('40817978000000000001','customer','EUR',1);
INSERT INTO submission (id,person,operation,version,"values",status,attempts_left,created,signed,changed,expires,method,amount,currency,challenges) VALUES
 ('00000000-0000-0000-0001-000000000001','00000000-0000-0000-0000-000000000001','pp','1','{"card":"c1"}','awaitingSignature',3,1,NULL,1,9,'matrix',5,'RUB',0),
 ('00000000-0000-0000-0001-000000000002','00000000-0000-0000-0000-000000000001','pp','1','{"card":"c1"}','signed',3,1,1,1,9,'matrix',5,'RUB',0),
 ('00000000-0000-0000-0001-000000000003','00000000-0000-0000-0000-000000000001','pp','1','{"x":1}','executed',3,1,1,1,9,'matrix',5,'RUB',0);
INSERT INTO ledger (debit,credit,amount,currency,purpose,at,credit_balance,credit_received) VALUES ('30102810000000000001','40817810000000000001',1000,'RUB','',1700000000000000,1000,1000);
INSERT INTO ledger (submission,debit,credit,amount,currency,purpose,at,debit_balance,debit_received,credit_balance,credit_received) VALUES ('00000000-0000-0000-0001-000000000003','40817810000000000001','40817810000000000002',5,'RUB','',1700000000000000,995,1000,5,5);
UPDATE submission SET movement = (SELECT id FROM ledger WHERE ledger.submission = submission.id) WHERE status = 'executed';
INSERT INTO hold (submission,account,amount,currency,placed) VALUES ('00000000-0000-0000-0001-000000000002','40817810000000000001',5,'RUB',1);
INSERT INTO core_feed (sequence,submission,digest,signed) VALUES (1,'00000000-0000-0000-0001-000000000002',decode(repeat('11',32),'hex'),1);
INSERT INTO audit_record (sequence,at,event,actor,subject,subject_id,key_id,previous,hash) VALUES (1,1,'e','system','s','1','k',decode(repeat('00',32),'hex'),decode(repeat('01',32),'hex'));
INSERT INTO audit_record (sequence,at,event,actor,subject,subject_id,key_id,previous,hash) VALUES (2,1,'e','system','s','1','k',decode(repeat('01',32),'hex'),decode(repeat('02',32),'hex')),(3,1,'e','system','s','1','k',decode(repeat('02',32),'hex'),decode(repeat('03',32),'hex'));
INSERT INTO settings (person,push_deals,language,changed) VALUES ('00000000-0000-0000-0000-000000000001',1,'ru',5);
INSERT INTO account_access (person, account, is_owner, caption, place)
  VALUES ('00000000-0000-0000-0000-000000000001', '40817810000000000001', 1, 'c', 1);
INSERT INTO card (id, person, account, caption, first_digits, last_digits, expires, status, place, issued, changed)
  VALUES ('00000000-0000-0000-0002-000000000001', '00000000-0000-0000-0000-000000000001', '40817810000000000001', 'c', '220000',
    '1111', '2030-01-31', 'active', 1, 1, 1);
INSERT INTO provider (id,title,search,kind,category,payee_name,payee_inn,payee_bic,payee_account,least,most)
  VALUES ('p','P','p','meters','housing','P','1234567890','044525225','40702810000000000001',1,2);
INSERT INTO meter (provider,account,number,place,caption,unit,places,tariff,reading,read_on) VALUES ('p','1','1',1,'m','u',0,1,5,'2026-01-01');
INSERT INTO deal (id,title_ru,subtitle_ru,start_date,end_date,place,created,author,ended_on) VALUES
  ('00000000-0000-0000-0003-000000000001','t','s','2026-01-01','2026-02-01',1,1,'00000000-0000-0000-0000-000000000001','2026-01-15');
INSERT INTO security_matrix (id,person,columns,rows,code_length,issued,key_id,macs)
  VALUES ('00000000-0000-0000-0004-000000000001','00000000-0000-0000-0000-000000000001',1,1,4,1,'k',decode(repeat('11',32),'hex'));
INSERT INTO asked_cells VALUES ('00000000-0000-0000-0004-000000000001','A1');
INSERT INTO delivery (submission,service,effect,answers_digest,request) VALUES ('00000000-0000-0000-0001-000000000001','s','e',decode(repeat('11',32),'hex'),'{}');
