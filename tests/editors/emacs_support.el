;;; emacs_support.el --- What all checks in Emacs use  -*- lexical-binding: t; -*-

;; Two things are in the environment: CINDYSCRIPT_SERVER, the program, and CINDYSCRIPT_ROOT, the checkout.

(require 'seq)

(defvar root (getenv "CINDYSCRIPT_ROOT"))
(defvar fixtures (expand-file-name "tests/editors/fixtures/" root))
(defvar passed 0)
(defvar failed 0)

(add-to-list 'load-path (expand-file-name "editors/emacs" root))
(require 'cindyscript-mode)
(add-hook 'cindyscript-mode-hook #'eglot-ensure)
(add-hook 'html-mode-hook #'cindyscript-ensure-in-page)
(setq cindyscript-server-program (list (getenv "CINDYSCRIPT_SERVER"))
      cindyscript-settings `(:preview (:path ,(expand-file-name "tests/editors/preview.sh" root))
                              :inlayHints (:values t))
      eglot-autoshutdown nil
      make-backup-files nil
      create-lockfiles nil
      flymake-no-changes-timeout 0.1
      eglot-send-changes-idle-time 0.05)

(defun wait-for (probe &optional seconds)
  "Wait until PROBE answers something, and return that; nil if it does not.
That is within SECONDS, or 20."
  (let ((end (+ (float-time) (or seconds 20))) answer)
    (while (and (not (setq answer (ignore-errors (funcall probe)))) (< (float-time) end))
      (accept-process-output nil 0.05)
      ;; In batch mode nobody is idle, and no command ends.
      (run-hooks 'post-command-hook)
      (dolist (timer timer-idle-list)
        (timer-event-handler timer)))
    answer))

(defun check (what probe)
  "Say whether PROBE answers something in the end: WHAT."
  (let ((fine (wait-for probe)))
    (if fine (cl-incf passed) (cl-incf failed))
    (princ (format "%s  %s\n" (if fine "ok    " "FAILED") what))))

(defun at (text &optional offset)
  "Go to the first occurrence of TEXT, and OFFSET characters on."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (+ (match-beginning 0) (or offset 0))))

(defun open (file)
  "Visit FILE with a server."
  (switch-to-buffer (find-file-noselect file))
  (wait-for #'eglot-current-server))

(defun end-of-checks ()
  "Say how many checks passed, and leave Emacs."
  ;; Emacs asks about buffers that are not saved.
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer (set-buffer-modified-p nil)))
  (princ (format "%d passed, %d failed\n" passed failed))
  (kill-emacs (if (zerop failed) 0 1)))
