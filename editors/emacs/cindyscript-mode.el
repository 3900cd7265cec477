;;; cindyscript-mode.el --- CindyScript, the language of CindyJS  -*- lexical-binding: t; -*-

;; Author: The CindyScript tools authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "30.1"))
;; Keywords: languages
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A mode for `.cindyscript' files, and a server for these and for HTML pages with CindyScript: errors,
;; hovers, hints, completion, and a preview, a window that runs the applet and follows every keystroke.
;;
;;   (add-to-list 'load-path "/path/to/the/clone/editors/emacs")
;;   (require 'cindyscript-mode)
;;   (add-hook 'cindyscript-mode-hook #'eglot-ensure)
;;   (add-hook 'html-mode-hook #'cindyscript-ensure-in-page)

;;; Code:

(require 'eglot)
(require 'treesit)

(defgroup cindyscript nil
  "CindyScript, the language of CindyJS."
  :group 'languages)

(defcustom cindyscript-server-program '("cindyscript-server")
  "The server and its arguments."
  :type '(repeat string))

(defcustom cindyscript-settings nil
  "Settings of the server that differ from their defaults, as a property list.
For example:
  (:inlayHints (:parameters :json-false)
   :preview (:path \"/usr/local/bin/cindyscript-preview\"))."
  :type 'plist)

(defcustom cindyscript-indent-offset 2
  "Columns by which the inside of brackets is indented."
  :type 'natnum
  :safe #'natnump)

;;; The mode

(defvar cindyscript-mode-syntax-table
  (let ((table (make-syntax-table)))
    ;; Block comments nest.
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23n" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\" "\"" table)
    ;; There are no escapes in strings.
    (modify-syntax-entry ?\\ "." table)
    ;; A prime belongs to a name; an underscore is the operator that takes an element.
    (modify-syntax-entry ?' "w" table)
    (modify-syntax-entry ?_ "." table)
    (modify-syntax-entry ?# "_" table)
    (dolist (operator '(?+ ?- ?^ ?& ?% ?! ?< ?> ?= ?~ ?| ?:))
      (modify-syntax-entry operator "." table))
    table)
  "Syntax of CindyScript.")

;; Names of the language; a test writes them.
(defconst cindyscript--keywords
  '(;; Generated: keywords
    "createvar" "forall" "if" "local" "regional" "release" "removevar" "repeat" "while"
    ;; Generated: end
    )
  "Branches, loops and commands about variables.")

(defconst cindyscript--builtins
  '(;; Generated: functions
    "abs" "add" "addcindy3dprintui" "addcindy3dprintuitubes" "addcindyglprintui" "algorithm"
    "allcircles" "allconics" "allelements" "allimages" "alllines" "allmasses" "allpoints"
    "allsegments" "allsprings" "alpha" "alpha3d" "ambientlight3d" "and" "append" "apply"
    "arccos" "arcsin" "arctan" "arctan2" "area" "assert" "autodiff" "background3d" "begin3d"
    "blue" "cameravideo" "canvas" "ceil" "cglaxes" "cglcoordsystem" "cgldebugprint" "cgldelete"
    "cgldirection" "cgldiscard" "cgleval" "cglevalonrender" "cglevalordiscard" "cglfindobject"
    "cglinterface" "cglislazy" "cgllazy" "cgllogerror" "cglloginfo" "cgllogwarning"
    "cglrender3d" "cglreset3d" "cglresetrotation" "cglsetvisible" "cglspherepos" "cgltexture"
    "cgltexturergb" "cgltrydeterminedegree" "cglupdate" "cglupdatebounds" "cglviewpos"
    "cglviewrect" "cglwith" "circle" "circle3d" "clearconsole" "clearimage" "clip" "clrscr"
    "color" "color3d" "colorplot" "colorplot3d" "colorplotxr" "column" "columnmatrix"
    "combinations" "common" "compile" "complex" "complexcurves" "complexplot3d" "concat"
    "conjugate" "connect" "connect3d" "consecutive" "contains" "continuefromhere" "convexhull3d"
    "cos" "cplot3d" "create" "createimage" "createpoint" "createtool" "cross" "crossratio"
    "currentlanguage" "curve3d" "cutoffaddplane" "cycle" "cylinder3d" "d" "date" "degree"
    "depthrange3d" "det" "dict" "diff" "directionallight3d" "directproduct" "disablelight3d"
    "dist" "div" "draw" "draw3d" "drawall" "drawarc" "drawcircle" "drawconic" "drawimage"
    "drawpoly" "drawpoly3d" "drawpolygon" "drawprintpreview" "drawsphere3d" "drawtable"
    "drawtext" "dropped" "droppoint" "dump" "eig" "eigenvalues" "eigenvectors" "element"
    "elementsatmouse" "end3d" "err" "errc" "eval" "exp" "fieldofview3d" "fill" "fillarc"
    "fillcircle" "fillcircle3d" "fillpoly" "fillpoly3d" "fillpolygon" "flatten" "floor"
    "forcerecompile" "format" "gauss" "get" "getleapgesturedata" "getleaphandsdata"
    "getxrinputsources" "gray" "green" "greset" "grestore" "grestore3d" "grey" "gsave" "gsave3d"
    "guess" "halfplane" "hue" "im" "imageready" "imagergb" "imagergba" "imagesize" "import"
    "incidences" "indexof" "initleapmotion" "initxrcindy3d" "initxrcindygl" "inputs"
    "instrument" "international" "inverse" "isbouncer" "iscircle" "iscomplex" "isconic" "iseven"
    "isgeometric" "isinteger" "isline" "islist" "ismass" "ismatrix" "isnumbermatrix"
    "isnumbervector" "isodd" "ispoint" "isreal" "isspring" "isstring" "issun" "isundefined"
    "javascript" "join" "kernel" "key" "keycode" "keys" "layer" "leapnormalizeposition" "length"
    "line" "line3d" "linearsolve" "linecolor" "linecolor3d" "linereflect" "lineshininess3d"
    "linesize" "linesize3d" "load" "loadinstruments" "log" "lookat3d" "map" "matrixrowcolumn"
    "max" "meet" "mesh3d" "midiposition" "min" "mincostmatching" "mod" "mouse" "mover" "moveto"
    "mult" "multiid" "multiidlist" "normalize" "not" "or" "pairs" "para" "parallel" "parse"
    "parsecsv" "pauseanimation" "pausevideo" "perp" "perpendicular" "pixelsize" "playanimation"
    "playfunction" "playmelody" "playsin" "playtone" "playvideo" "playwave" "plot" "plot3d"
    "point" "pointcolor" "pointcolor3d" "pointlight3d" "pointreflect" "pointshininess3d"
    "pointsize" "pointsize3d" "polygon" "polygon3d" "pow" "prepend" "print" "println" "product"
    "put" "random" "randombool" "randomint" "randominteger" "randomnormal" "rank" "re"
    "readpixels" "red" "remove" "removeelement" "renderhints3d" "repaint" "replace" "resetclock"
    "reverse" "roots" "rotate" "rotate3d" "round" "row" "rowmatrix" "savecsgmesh"
    "saveisomeshtofile" "savetubemesh" "scale" "screen" "screenbounds" "screenresolution"
    "seconds" "seedrandom" "select" "self" "set" "setpixel" "setsimulationaccuracy"
    "setsimulationquality" "setsimulationspeed" "settimeout" "shininess3d" "simplify"
    "simulationtime" "sin" "size3d" "sort" "sphere3d" "spotlight3d" "sqrt" "stopanimation"
    "stopsound" "sub" "submatrix" "substring" "sum" "surface3d" "surfacealpha3d"
    "surfacecolor3d" "surfaceshininess3d" "take" "tan" "tangent" "text" "textsize" "time"
    "timestamp" "tokenize" "torus3d" "translate" "transpose" "triangle3d" "triangles3d"
    "triples" "unicode" "updatepreviewcdy3d" "updatepreviewcdygl" "updatepreviewtubes" "use"
    "use8bittextures" "values" "verbatimglsl" "version" "xor" "xr" "zeromatrix" "zerovector"
    "zoom3d"
    ;; Generated: end
    )
  "Functions of the language.")

(defconst cindyscript--presets
  '(;; Generated: presets
    "false" "i" "newline" "nil" "pi" "tab" "true" "π"
    ;; Generated: end
    )
  "Variables that have a value from the start.")

(defvar cindyscript-font-lock-keywords
  (let ((name "[[:alpha:]'][[:alnum:]']*")
        (call "[ \t]*[(\\[{]"))
    `(("^[ \t]*//[ \t]*\\(%%.*\\)$" 1 'font-lock-preprocessor-face t)
      (,(concat "\\(" name "\\)[ \t]*([^()]*)[ \t]*:=") 1 'font-lock-function-name-face)
      (,(concat "\\_<" (regexp-opt cindyscript--keywords t) call) 1 'font-lock-keyword-face)
      (,(concat "\\_<" (regexp-opt cindyscript--builtins t) call) 1 'font-lock-builtin-face)
      (,(concat "\\(" name "\\)[ \t]*\\(?:->\\|→\\)") 1 'font-lock-property-name-face)
      (,(concat "\\(" name "\\)" call) 1 'font-lock-function-call-face)
      (,(regexp-opt cindyscript--presets 'symbols) . 'font-lock-constant-face)
      ("#[1-9]?" . 'font-lock-variable-use-face)))
  "What is highlighted, beside comments and strings.")

(defvar cindyscript-treesit-settings
  (when (treesit-available-p)
    (treesit-font-lock-rules
     :language 'cindyscript
     :feature 'comment
     '([(line_comment) (block_comment)] @font-lock-comment-face
       (cell_header) @font-lock-preprocessor-face)
     :language 'cindyscript
     :feature 'definition
     '((definition left: (call function: (identifier) @font-lock-function-name-face
                               arguments: (arguments (identifier) @font-lock-variable-name-face)))
       (definition left: (call function: (identifier) @font-lock-function-name-face)))
     :language 'cindyscript
     :feature 'string
     '((string) @font-lock-string-face)
     :language 'cindyscript
     :feature 'function
     `((call function: (identifier) @font-lock-keyword-face
             (:match ,(regexp-opt cindyscript--keywords 'symbols) @font-lock-keyword-face))
       (call function: (identifier) @font-lock-builtin-face
             (:match ,(regexp-opt cindyscript--builtins 'symbols) @font-lock-builtin-face))
       (call function: (identifier) @font-lock-function-call-face))
     :language 'cindyscript
     :feature 'name
     `((modifier name: (identifier) @font-lock-property-name-face)
       (field_expression field: (identifier) @font-lock-property-use-face)
       (running_variable) @font-lock-variable-use-face
       ((identifier) @font-lock-constant-face
        (:match ,(regexp-opt cindyscript--presets 'symbols) @font-lock-constant-face)))
     :language 'cindyscript
     :feature 'number
     '([(number) (superscript) (subscript)] @font-lock-number-face)))
  "What tree-sitter highlights, where its grammar is installed.")

(defun cindyscript--defined (definition)
  "The name of the function that the node DEFINITION defines."
  (let ((left (treesit-node-child-by-field-name definition "left")))
    (treesit-node-text (or (treesit-node-child-by-field-name left "function") left) t)))

(defun cindyscript--use-treesit ()
  "Highlight, and move by definitions, as tree-sitter parses the buffer."
  (treesit-parser-create 'cindyscript)
  (setq-local treesit-font-lock-settings cindyscript-treesit-settings
              treesit-font-lock-feature-list '((comment definition) (string function) (name number) ())
              treesit-defun-type-regexp "\\`definition\\'"
              treesit-defun-name-function #'cindyscript--defined
              treesit-simple-imenu-settings '((nil "\\`definition\\'" nil nil)))
  (treesit-major-mode-setup))

(defun cindyscript--state (start)
  "The syntactic state where the line of point begins.
The script begins at START."
  (with-syntax-table cindyscript-mode-syntax-table
    (save-excursion
      ;; Those of a page are about HTML.
      (let ((parse-sexp-lookup-properties nil))
        (parse-partial-sexp start (line-beginning-position))))))

(defun cindyscript--indentation-at (position)
  "The columns by which the line of POSITION is indented."
  (save-excursion
    (goto-char position)
    (current-indentation)))

(defun cindyscript--columns (start base)
  "The columns by which the line of point is to be indented.
The script begins at START; its statements stand BASE columns in.  Nil
where the line belongs to a string, whose blanks are its own."
  (let* ((state (cindyscript--state start))
         (open (reverse (nth 9 state)))
         (closes (save-excursion
                   (back-to-indentation)
                   (with-syntax-table cindyscript-mode-syntax-table
                     (skip-syntax-forward ")"))
                   (- (current-column) (current-indentation))))
         (closed (and open (> closes 0) (or (nth (1- closes) open) (car (last open))))))
    (cond
     ((nth 3 state) nil)
     ;; A bracket that closes stands below the line that opens it, and what is inside one step in.
     (closed (cindyscript--indentation-at closed))
     (open (+ (cindyscript--indentation-at (car open)) cindyscript-indent-offset))
     (t base))))

(defun cindyscript--indent-to (columns)
  "Indent the line of point to COLUMNS, and keep point where it is in the text."
  (let ((from-end (- (point-max) (point))))
    (indent-line-to columns)
    (when (> (- (point-max) from-end) (point))
      (goto-char (- (point-max) from-end)))))

(defun cindyscript-indent-line ()
  "Indent the line by the bracket that is open where it begins."
  (interactive)
  (let ((columns (cindyscript--columns (point-min) 0)))
    (when columns
      (cindyscript--indent-to columns))))

(defun cindyscript--start-in-page ()
  "Where the script begins that the line of point is in, of a page.
Nil outside of scripts."
  (save-excursion
    (beginning-of-line)
    (let ((line (point))
          (case-fold-search t))
      (and (not (looking-at "[ \t]*</script"))
           (re-search-backward "</?script\\b[^>]*>" nil t)
           (looking-at "<script\\b[^>]*text/x-cindyscript[^>]*>")
           (<= (match-end 0) line)
           (match-end 0)))))

(defun cindyscript--base-in-page (start)
  "The columns by which the statements of the script at START stand in."
  (let ((line (line-beginning-position)))
    (save-excursion
      (goto-char start)
      (let ((tag (current-indentation)))
        (forward-line 1)
        (skip-chars-forward " \t\n" line)
        (if (< (point) line) (current-indentation) (+ tag cindyscript-indent-offset))))))

(defun cindyscript--indent-in-page (others)
  "Indent the line of point as one of its script, outside of scripts by OTHERS."
  (let ((start (cindyscript--start-in-page)))
    (if (not start)
        (funcall others)
      (let ((columns (cindyscript--columns start (cindyscript--base-in-page start))))
        (when columns
          (cindyscript--indent-to columns))))))

(defun cindyscript--indented-by-spaces ()
  "True if lines of this buffer begin with spaces, and none with a tab."
  (save-excursion
    (goto-char (point-min))
    (and (re-search-forward "^  +[^ \n]" nil t)
         (progn
           (goto-char (point-min))
           (not (re-search-forward "^\t" nil t))))))

;; Before the mode, which would make an empty one.
(defvar-keymap cindyscript-mode-map
  "C-c C-c" #'cindyscript-preview
  "C-c C-k" #'cindyscript-preview-close
  "C-c C-d" #'cindyscript-draw-selection
  "C-c C-e" #'cindyscript-explain
  "C-c C-o" #'cindyscript-output
  "C-c C-r" #'cindyscript-reference)

;;;###autoload
(define-derived-mode cindyscript-mode prog-mode "CindyScript"
  "Major mode for CindyScript."
  (setq-local comment-start "// "
              comment-start-skip "\\(?://+\\|/\\*+\\)[ \t]*"
              comment-end ""
              indent-tabs-mode nil
              ;; Eglot sends it as the width of a level.
              tab-width cindyscript-indent-offset
              indent-line-function #'cindyscript-indent-line
              font-lock-defaults '(cindyscript-font-lock-keywords))
  (when (treesit-ready-p 'cindyscript t)
    (cindyscript--use-treesit)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.cindyscript\\'" . cindyscript-mode))

;;; The server

(defclass cindyscript-server (eglot-lsp-server)
  ((previews
    :documentation "The documents that have a preview, by their URIs."
    :initform nil
    :accessor cindyscript--previews-of))
  "The server, with its notifications.")

(defun cindyscript--require-program ()
  "Signal an error that names the installer if the server is missing.
The programs of a remote host are left to eglot."
  (let ((program (car cindyscript-server-program)))
    (unless (or (file-remote-p default-directory) (executable-find program))
      (user-error "%s is missing: run editors/emacs/install in the clone" program))))

(defun cindyscript-contact (&rest _)
  "The server program, as eglot needs it."
  (cindyscript--require-program)
  (cons 'cindyscript-server cindyscript-server-program))

(add-to-list 'eglot-server-programs '(cindyscript-mode . cindyscript-contact))

(cl-defmethod eglot-initialization-options ((_server cindyscript-server))
  "The settings."
  (or cindyscript-settings (make-hash-table)))

(cl-defmethod eglot-client-capabilities ((_server cindyscript-server))
  "The capabilities of eglot, and ours.
If nothing renders Markdown, the server writes words for links."
  (let* ((capabilities (copy-sequence (cl-call-next-method)))
         (workspace (copy-sequence (plist-get capabilities :workspace))))
    (setq capabilities
          (plist-put capabilities :workspace (plist-put workspace :inlayHint '(:refreshSupport t))))
    (if (fboundp 'gfm-view-mode)
        capabilities
      (plist-put capabilities :experimental '(:cindyscript (:plainLinks t))))))

(cl-defmethod eglot-handle-notification
  ((_server cindyscript-server) (_method (eql window/logMessage)) &key type message)
  "Keep the output of applets: each MESSAGE of the TYPE for logs."
  (when (eql type 4)
    (with-current-buffer (cindyscript--output)
      (let ((inhibit-read-only t)
            (follows (eobp)))
        (save-excursion
          (goto-char (point-max))
          (insert message "\n"))
        (when follows
          (goto-char (point-max))
          (dolist (window (get-buffer-window-list nil nil t))
            (set-window-point window (point-max))))))))

(defvar cindyscript--told-selection nil
  "The last selection that was sent: buffer, version, begin, end.")

(defvar cindyscript--previews nil
  "The documents that have a preview, or had one when their server ended.
The next server opens these again.")

(cl-defmethod eglot-handle-notification
  ((server cindyscript-server) (_method (eql cindyscript/previews)) &key uris)
  "Keep the URIS of the documents of SERVER that have a preview."
  (let ((uris (append uris nil)))
    (setq cindyscript--previews
          (append uris (seq-difference cindyscript--previews (cindyscript--previews-of server))))
    (setf (cindyscript--previews-of server) uris))
  ;; A new preview does not know the selection.
  (setq cindyscript--told-selection nil)
  (cindyscript--tell-selection-soon))

(defun cindyscript--uri ()
  "The URI of the document in this buffer."
  (plist-get (eglot--TextDocumentIdentifier) :uri))

(defun cindyscript--server ()
  "The server of this buffer, if it is ours."
  (let ((server (and (eglot-managed-p) (eglot-current-server))))
    (and (cl-typep server 'cindyscript-server) server)))

(defun cindyscript--has-preview ()
  "Whether the document in this buffer has a preview."
  (let ((server (cindyscript--server)))
    (and server (member (cindyscript--uri) (cindyscript--previews-of server)))))

;; Eglot 30 requests the hints of a region that changes, before its analysis, and not again if the same region changes.

(defun cindyscript--refresh-hints ()
  "Request the inlay hints of this buffer again, if it shows them."
  (when eglot-inlay-hints-mode
    (eglot--update-hints-1 (point-min) (point-max))))

(cl-defmethod eglot-handle-notification :after
  ((server cindyscript-server) (_method (eql textDocument/publishDiagnostics)) &key uri &allow-other-keys)
  "Refresh the hints of the document of URI, which SERVER has analysed."
  (dolist (buffer (eglot--managed-buffers server))
    (with-current-buffer buffer
      (when (equal uri (cindyscript--uri))
        (cindyscript--refresh-hints)))))

(cl-defmethod eglot-handle-request
  ((server cindyscript-server) (_method (eql workspace/inlayHint/refresh)) &rest _)
  "Refresh the hints of all buffers of SERVER."
  (dolist (buffer (eglot--managed-buffers server))
    (with-current-buffer buffer
      (cindyscript--refresh-hints))))

(defun cindyscript-hover-eldoc-function (callback &rest rest)
  "Request the hover for point, or for the end of the statement before it.
Other editors have a pointer or a block cursor on the last character.
CALLBACK and REST are those of `eldoc-documentation-functions'."
  (save-excursion
    (when (looking-at-p "[ \t]*\\(?:;\\|$\\)")
      (skip-chars-backward "; \t" (pos-bol))
      (unless (bolp) (backward-char)))
    (apply #'eglot-hover-eldoc-function callback rest)))

(defun cindyscript--managed ()
  "Follow the selection in a managed buffer, and reopen its preview."
  (let ((server (cindyscript--server)))
    (if (not server)
        (progn
          (remove-hook 'eldoc-documentation-functions #'cindyscript-hover-eldoc-function t)
          (remove-hook 'post-command-hook #'cindyscript--tell-selection-soon t))
      (setq-local eldoc-documentation-functions
                  (cl-substitute #'cindyscript-hover-eldoc-function #'eglot-hover-eldoc-function
                                 eldoc-documentation-functions))
      (add-hook 'post-command-hook #'cindyscript--tell-selection-soon nil t)
      (let ((uri (cindyscript--uri)))
        (when (and (member uri cindyscript--previews)
                   (not (member uri (cindyscript--previews-of server))))
          (setq cindyscript--previews (delete uri cindyscript--previews))
          (jsonrpc-async-request
           server :workspace/executeCommand
           (list :command "cindyscript.preview.open" :arguments (vector uri))
           :error-fn (lambda (failed)
                       (message "CindyScript: the preview cannot be reopened: %s"
                                (plist-get failed :message)))))))))

(add-hook 'eglot-managed-mode-hook #'cindyscript--managed)

(cl-defmethod eglot-handle-notification
  ((_server cindyscript-server) (_method (eql cindyscript/receipt)) &rest _)
  "Ignore the versions that previews show.")

(defconst cindyscript--in-pages "text/x-cindyscript\\|\\_<\\(?:CindyJS\\|createCindy\\)[[:space:]]*("
  "Matches what only pages with CindyScript have.
That is a script element, or the call of CindyJS.")

;;;###autoload
(defun cindyscript-ensure-in-page ()
  "Start the server if the page in this buffer contains CindyScript.
It replaces the server for HTML: eglot runs one server for a buffer."
  (when (save-excursion
          (goto-char (point-min))
          (let ((case-fold-search t))
            (re-search-forward cindyscript--in-pages nil t)))
    (add-function :around (local 'indent-line-function) #'cindyscript--indent-in-page)
    (when (cindyscript--indented-by-spaces)
      (setq-local indent-tabs-mode nil))
    (setq-local eglot-server-programs
                (cons `((,major-mode :language-id "html") . cindyscript-contact) eglot-server-programs))
    (eglot-ensure)))

;;; Selection

(defvar cindyscript--selection-timer nil
  "The timer that sends the selection, while it runs.")

(defun cindyscript--tell-selection-soon ()
  "Send the selection to the preview, as often as it can show it."
  (unless cindyscript--selection-timer
    (setq cindyscript--selection-timer (run-with-timer 0.06 nil #'cindyscript--tell-selection))))

(defun cindyscript--tell-selection ()
  "Send the selection, or point, to the preview.
It marks the element of the construction there, and can draw the
selected expression."
  (setq cindyscript--selection-timer nil)
  (with-current-buffer (window-buffer (selected-window))
    (when (cindyscript--has-preview)
      ;; The server must know the version of the text.
      (eglot--signal-textDocument/didChange)
      (let* ((begin (if (use-region-p) (region-beginning) (point)))
             (end (if (use-region-p) (region-end) (point)))
             (selection (list (current-buffer) eglot--versioned-identifier begin end)))
        (unless (equal selection cindyscript--told-selection)
          (setq cindyscript--told-selection selection)
          (jsonrpc-notify
           (eglot-current-server) :cindyscript/selection
           (list :textDocument (eglot--TextDocumentIdentifier)
                 :version eglot--versioned-identifier
                 :range (list :start (eglot--pos-to-lsp-position begin)
                              :end (eglot--pos-to-lsp-position end)))))))))

;;; Commands

(defun cindyscript--request (command &rest arguments)
  "Have the server execute COMMAND with ARGUMENTS."
  (unless (eglot-current-server)
    (cindyscript--require-program)
    (user-error "No server runs for this buffer: start it by M-x eglot"))
  (jsonrpc-request
   (eglot-current-server) :workspace/executeCommand
   (list :command command :arguments (apply #'vector arguments))))

(defun cindyscript--execute (command &rest arguments)
  "Have the server execute COMMAND for this buffer, with more ARGUMENTS."
  (apply #'cindyscript--request command (cindyscript--uri) arguments))

(defun cindyscript-preview ()
  "Open a window that runs this applet and follows every keystroke."
  (interactive)
  (cindyscript--execute "cindyscript.preview.open"))

(defun cindyscript-preview-close ()
  "Close the preview."
  (interactive)
  (cindyscript--execute "cindyscript.preview.close"))

(defun cindyscript-draw-selection ()
  "Draw the selected expression instead of the colorplot; again: the picture."
  (interactive)
  (cindyscript--tell-selection)
  (cindyscript--execute "cindyscript.preview.drawSelection"))

(defun cindyscript--show (command)
  "Show the answer of the server to COMMAND for point."
  (cindyscript--display (cindyscript--execute command (eglot--pos-to-lsp-position))))

(defun cindyscript--display (answer)
  "Show ANSWER, a title and a text, in a buffer of its own."
  (unless answer
    (user-error "There is nothing to show here"))
  (with-current-buffer (get-buffer-create (format "*CindyScript: %s*" (plist-get answer :title)))
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert (eglot--format-markup `(:kind "markdown" :value ,(plist-get answer :text))))
      (cindyscript--make-buttons)
      (goto-char (point-min))
      (special-mode)
      (display-buffer (current-buffer)))))

(defun cindyscript--make-buttons ()
  "Turn Markdown links in this buffer into buttons."
  (goto-char (point-min))
  (while (re-search-forward "\\[\\([^][\n]*\\)\\](\\([a-z]+:[^() \n]+\\))" nil t)
    (let ((label (match-string 1))
          (address (match-string 2)))
      (replace-match label t t)
      (make-text-button (- (point) (length label)) (point)
                        'action (lambda (_) (cindyscript--follow address))
                        'help-echo address
                        'follow-link t))))

(defun cindyscript--follow (address)
  "Go to ADDRESS: a section of the reference, a place of the applet, a page."
  (cond
   ((string-match "\\`cindyscript:reference/\\(.+\\)" address)
    (cindyscript-reference (match-string 1 address)))
   ((string-match "\\`\\(.+\\)#L\\([0-9]+\\),\\([0-9]+\\)\\'" address)
    (let ((line (string-to-number (match-string 2 address)))
          (column (string-to-number (match-string 3 address))))
      (pop-to-buffer (find-file-noselect (eglot-uri-to-path (match-string 1 address))))
      (goto-char (point-min))
      (forward-line (1- line))
      (forward-char (min (1- column) (- (line-end-position) (point))))))
   (t (browse-url address))))

(defun cindyscript-explain ()
  "Explain the type at point.
For a colorplot, also say what runs where."
  (interactive)
  (cindyscript--show "cindyscript.explain"))

(defun cindyscript--codes-here ()
  "The codes of the diagnostics in the line of point."
  (let ((said (flymake-diagnostics (line-beginning-position) (line-end-position))))
    (delq nil (mapcar (lambda (one) (plist-get (alist-get 'eglot-lsp-diag (flymake-diagnostic-data one)) :code))
                      said))))

(defun cindyscript-reference (section)
  "Show a SECTION of the reference: `types', or the code of a diagnostic.
Completion offers the codes of the line."
  (interactive
   (let ((sections (append (cindyscript--codes-here) '("types"))))
     (list (completing-read (format-prompt "Section" (car sections)) sections nil nil nil nil (car sections)))))
  (cindyscript--display (cindyscript--request "cindyscript.reference" section)))

(defun cindyscript-latency ()
  "Show the response times of the server, by request."
  (interactive)
  (cindyscript--display (cindyscript--request "cindyscript.latency")))

(defun cindyscript-iteration ()
  "Show how the types at point were inferred, round by round."
  (interactive)
  (cindyscript--show "cindyscript.kleeneIteration"))

(defun cindyscript-graph (file)
  "Write the dependency graph of the colorplot at point to FILE.
The format is SVG, a page that zooms for names in `.html', or Graphviz for
names in `.dot'."
  (interactive "FWrite the graph to: ")
  (let ((answer (cindyscript--execute "cindyscript.dependencyGraph" (eglot--pos-to-lsp-position))))
    (unless answer
      (user-error "There is no colorplot here"))
    (let ((format (pcase (file-name-extension file) ("dot" :dot) ("html" :page) (_ :svg))))
      (write-region (plist-get answer format) nil file))))

(defun cindyscript--output ()
  "The buffer with the output of applets."
  (or (get-buffer "*CindyScript output*")
      (with-current-buffer (get-buffer-create "*CindyScript output*")
        (special-mode)
        (current-buffer))))

(defun cindyscript-output ()
  "Show the output of applets."
  (interactive)
  (display-buffer (cindyscript--output)))

;;; Debugger

;; dape connects to the preview that is open by a port of this machine; its messages go through the server, which runs
;; the preview.

(defvar dape-configs)
(declare-function dape "dape")

(defconst cindyscript--debugger-configs
  (let ((common '(modes (cindyscript-mode html-mode mhtml-mode) :type "cindyscript" :program cindyscript--debugged-file)))
    `((cindyscript ensure dape-ensure-command
                   command cindyscript--preview-program command-args ("dap")
                   ,@common :request "launch")
      (cindyscript-preview fn cindyscript--attached ,@common :request "attach")
      (cindyscript-pixel fn cindyscript--attached ,@common :request "attach" :inspectedPixel t)))
  "Entries of `dape-configs'.
They debug the applet, the preview that is open, and a pixel of that.")

(with-eval-after-load 'dape
  (dolist (config cindyscript--debugger-configs)
    (add-to-list 'dape-configs config))
  ;; dape 0.24 and older set breakpoints in modes for programs alone.
  (derived-mode-add-parents 'html-mode '(prog-mode)))

(defun cindyscript--debugged-file ()
  "The file of this buffer, on its host."
  (file-local-name (buffer-file-name)))

(defun cindyscript--preview-program ()
  "The preview program: that of the settings, else the one beside the server."
  (let* ((server (executable-find (car cindyscript-server-program)))
         (beside (and server (expand-file-name "cindyscript-preview" (file-name-directory server)))))
    (or (plist-get (plist-get cindyscript-settings :preview) :path)
        (and beside (file-executable-p beside) beside)
        "cindyscript-preview")))

(defvar cindyscript--debuggers nil
  "The connections of debuggers, by the URIs of their documents.")

(defun cindyscript--send-to-preview (connection message)
  "Send MESSAGE of the debugger at CONNECTION to its preview."
  (jsonrpc-notify (process-get connection :server) :cindyscript/debug
                  (list :uri (process-get connection :uri) :message message)))

(defun cindyscript--read-from-debugger (connection bytes)
  "Pass on each message that is complete with BYTES, the last of CONNECTION."
  (let ((unread (concat (process-get connection :unread) bytes)))
    (while (and (string-match "Content-Length: *\\([0-9]+\\)[^\n]*\r\n\r\n" unread)
                (<= (+ (match-end 0) (string-to-number (match-string 1 unread))) (length unread)))
      (let* ((begin (match-end 0))
             (end (+ begin (string-to-number (match-string 1 unread))))
             (text (substring unread begin end)))
        (setq unread (substring unread end))
        ;; An empty object is another value than null.
        (cindyscript--send-to-preview
         connection (json-parse-string text :object-type 'hash-table :null-object nil :false-object :json-false))))
    (process-put connection :unread unread)))

(defun cindyscript--debugger-changed (connection _event)
  "End the debugging where CONNECTION has closed."
  (let ((uri (process-get connection :uri)))
    (when (and (not (process-live-p connection))
               (eq connection (alist-get uri cindyscript--debuggers nil nil #'equal)))
      (setf (alist-get uri cindyscript--debuggers nil t #'equal) nil)
      ;; A debugger that crashes does not disconnect.
      (cindyscript--send-to-preview connection '(:seq 0 :type "request" :command "disconnect")))))

(defun cindyscript--debugger-port ()
  "The port at which one debugger of the preview of this buffer is expected."
  (unless (cindyscript--has-preview)
    (user-error "The preview is not open: C-c C-c opens it"))
  (let ((listener (make-network-process
                   :name "cindyscript debugger" :server t :host "127.0.0.1" :service t :noquery t :coding 'binary
                   :filter #'cindyscript--read-from-debugger
                   :sentinel #'cindyscript--debugger-changed
                   :plist (list :server (cindyscript--server) :uri (cindyscript--uri))
                   :log (lambda (listener connection _)
                          (delete-process listener)
                          (setf (alist-get (process-get connection :uri) cindyscript--debuggers nil nil #'equal)
                                connection)))))
    (process-contact listener :service)))

(defun cindyscript--attached (config)
  "CONFIG of dape, connected to the preview of its program."
  (let ((buffer (find-buffer-visiting (plist-get config :program))))
    (unless buffer
      (user-error "No buffer visits %s" (plist-get config :program)))
    (with-current-buffer buffer
      `(host "127.0.0.1" port ,(cindyscript--debugger-port) ,@config))))

(cl-defmethod eglot-handle-notification
  ((_server cindyscript-server) (_method (eql cindyscript/debug)) &key uri message)
  "Pass MESSAGE of the preview of URI on to its debugger."
  (let ((connection (alist-get uri cindyscript--debuggers nil nil #'equal)))
    (when (process-live-p connection)
      (let ((text (json-serialize message :null-object nil :false-object :json-false)))
        (process-send-string connection (format "Content-Length: %d\r\n\r\n" (string-bytes text)))
        (process-send-string connection text)))))

(cl-defmethod eglot-handle-notification
  ((_server cindyscript-server) (_method (eql cindyscript/debugPixel)) &key uri pixel)
  "Debug PIXEL, which the user has chosen in the preview of URI."
  (if (not (require 'dape nil t))
      (message "CindyScript: the package dape is not installed, which debugs pixels")
    (dape `(fn cindyscript--attached :type "cindyscript" :request "attach"
               :program ,(eglot-uri-to-path uri) :pixel ,pixel))))

(provide 'cindyscript-mode)

;;; cindyscript-mode.el ends here
